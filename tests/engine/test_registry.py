"""Plugins that are really installed or really broken, seen through the registry."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import textwrap
import venv

import pytest

import snaphook.engine

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "acme_handlers"
OURS = pathlib.Path(snaphook.engine.__file__).parent.parent

PROBE = """
import json, sys
from snaphook.engine.registry import load
registry = load()
handlers = {
    name: {key: getattr(one, key) for key in (
        "plugin", "distribution", "version", "module", "attribute", "arguments", "aliases",
        "directories", "needs_site")}
    for name, one in registry.handlers.items() if one.plugin != "snaphook"
}
problems = [vars(one) for one in registry.problems if one.plugin != "snaphook"]
modules = sorted(name for name in sys.modules if name.startswith("snaphook_acme"))
json.dump({"handlers": handlers, "problems": problems, "aliases": registry.aliases,
           "sinks": registry.sinks, "modules": modules}, sys.stdout)
"""

IMPORT = """
import json, site, sys
root, directories, needs_site, module, attribute = json.loads(sys.argv[1])
package = type(sys)("snaphook")
package.__path__ = [root]
sys.modules["snaphook"] = package
sys.path[:0] = directories
for directory in directories if needs_site else ():
    site.addsitedir(directory)
__import__(module)
print(getattr(sys.modules[module], attribute).__name__)
"""


def run(*argv, **environment):
    told = subprocess.run(
        argv, capture_output=True, text=True, env=os.environ | environment, timeout=100
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def look(*folders, python=sys.executable, code=PROBE):
    """What the registry of a fresh process says, with these folders first on its path."""
    paths = [*map(str, folders), os.environ.get("PYTHONPATH", "")]
    return json.loads(run(python, "-c", code, PYTHONPATH=os.pathsep.join(filter(None, paths))))


def plant(site, distribution, entry_points, *, version="1.0", **modules):
    """Lay out a distribution as an installer leaves it: metadata and modules in one folder."""
    metadata = site / f"{distribution.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    named = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
    (metadata / "METADATA").write_text(named)
    lines = "\n".join(["[snaphook.handlers]", *entry_points])
    (metadata / "entry_points.txt").write_text(lines + "\n")
    for module, code in modules.items():
        (site / f"{module}.py").write_text(textwrap.dedent(code))
    return site


GOOD = """
from snaphook.handlers import handler
@handler()
def watch(event): ...
"""


@pytest.fixture
def good(tmp_path):
    """A folder with one plugin that works, so that every test sees that the others go on."""
    return plant(tmp_path / "site", "good-plugin", ["good = good_plugin"], good_plugin=GOOD)


def only_problem(seen):
    assert list(seen["handlers"]) == ["good.watch"]
    (problem,) = seen["problems"]
    return problem


# A real package, really installed


class Installed:
    """The example installed by pip into an environment of its own, without the network."""

    def __init__(self, folder, *arguments, layout="src"):
        self.source = folder / "acme"
        shutil.copytree(EXAMPLE, self.source)
        if layout == "flat":  # setuptools installs this one through an import finder
            (self.source / "src" / "snaphook_acme").rename(self.source / "snaphook_acme")
            project = self.source / "pyproject.toml"
            project.write_text(
                project.read_text().replace(
                    '[tool.setuptools.packages.find]\nwhere = ["src"]',
                    '[tool.setuptools]\npackages = ["snaphook_acme"]',
                )
            )
        venv.create(folder / "venv", symlinks=True)
        self.python = str(folder / "venv" / "bin" / "python")
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        self.site = folder / "venv" / "lib" / version / "site-packages"
        tools = sysconfig.get_path("purelib")
        (self.site / "tools.pth").write_text(f"import site; site.addsitedir({tools!r})\n")
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "-q"]
        alone = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
        run(*pip, *alone, *arguments, str(self.source))


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def editable(tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("editable"), "--editable")


@pytest.fixture(scope="module")
def by_finder(tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("finder"), "--editable", layout="flat")


def imported_as_the_plan_says(home, handler):
    """Import the function as a worker does: a bare interpreter and only the named folders."""
    keys = ("directories", "needs_site", "module", "attribute")
    given = json.dumps([str(OURS), *(handler[key] for key in keys)])
    return run(home.python, "-I", "-S", "-c", IMPORT, given).strip()


def test_an_installed_package_brings_its_handlers_under_its_plugins_name(installed):
    seen = look(python=installed.python)
    assert seen["problems"] == []
    assert seen["handlers"]["acme.frozen_files"] == {
        "plugin": "acme",
        "distribution": "acme-handlers",
        "version": "1.2.0",
        "module": "snaphook_acme",
        "attribute": "frozen_files",
        "arguments": ["event", "options"],
        "aliases": ["acme.no_edit"],
        "directories": [str(installed.site)],
        "needs_site": False,
    }
    assert seen["handlers"]["acme.house_rules"]["arguments"] == ["options"]
    assert sorted(seen["handlers"]) == ["acme.frozen_files", "acme.house_rules"]
    assert seen["aliases"]["acme.no_edit"] == "acme.frozen_files"


def test_an_editable_package_is_found_in_its_source_folder_first(editable):
    handler = look(python=editable.python)["handlers"]["acme.frozen_files"]
    assert handler["directories"] == [str(editable.source / "src"), str(editable.site)]
    assert not handler["needs_site"]


def test_a_package_behind_an_import_finder_needs_its_site_folder_set_up(by_finder):
    handler = look(python=by_finder.python)["handlers"]["acme.frozen_files"]
    assert handler["directories"] == [str(by_finder.site)]
    assert handler["needs_site"]


@pytest.mark.parametrize("how", ["installed", "editable", "by_finder"])
def test_the_named_folders_are_all_that_a_bare_interpreter_needs(how, request):
    home = request.getfixturevalue(how)
    handler = look(python=home.python)["handlers"]["acme.frozen_files"]
    assert imported_as_the_plan_says(home, handler) == "frozen_files"


def test_the_options_model_is_imported_only_when_asked_for(installed):
    seen = look(python=installed.python)
    assert "snaphook_acme.options" not in seen["modules"]
    code = """
import json
from snaphook.engine.registry import load
model = load().find("acme.no_edit").options_model()
print(json.dumps(model(names=["a"]).model_dump()))
"""
    values = look(python=installed.python, code=code)
    assert values == {"names": ["a"], "owner": "the release manager"}


def test_the_examples_own_tests_pass_where_it_is_installed(installed):
    tests = str(installed.source / "tests")
    run(installed.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, tests)


# Broken plugins


def test_a_plugin_that_cannot_be_imported_is_a_problem_and_the_others_work(good):
    code = "import no_such_module_anywhere"
    plant(good, "bad-import", ["bad = bad_import"], bad_import=code)
    assert only_problem(look(good)) == {
        "kind": "import",
        "plugin": "bad",
        "distribution": "bad-import",
        "what": "bad_import cannot be imported: ModuleNotFoundError: "
        "No module named 'no_such_module_anywhere'",
        "then": "upgrade or remove the distribution bad-import",
    }


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import sys; sys.exit(2)", "SystemExit: 2"),
        ("def broken(:", "SyntaxError"),
        ("raise BaseException('odd')", "BaseException: odd"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("f = lambda: f()\nf()", "RecursionError"),
        ("def __getattr__(name): raise ImportError(name)", "ImportError: SNAPHOOK_SPEC_VERSION"),
    ],
)
def test_whatever_a_plugin_raises_stays_its_own_problem(good, code, told):
    plant(good, "bad-plugin", ["bad = bad_plugin"], bad_plugin=code)
    problem = only_problem(look(good))
    assert (problem["kind"], problem["plugin"]) == ("import", "bad")
    assert told in problem["what"]


def test_a_plugin_that_ends_the_process_can_be_found_out_and_left_out(good):
    plant(good, "fatal", ["fatal = fatal"], fatal="import os; os._exit(7)")
    code = (
        "import os; from snaphook.engine.registry import load; "
        "load(loading=lambda name: os.write(2, name.encode()))"
    )
    path = os.pathsep.join([str(good), os.environ.get("PYTHONPATH", "")])
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert told.returncode == 7
    assert told.stderr.endswith("fatal")  # the last that was announced is the culprit
    problem = only_problem(look(good, code=PROBE.replace("load()", "load(without=['fatal'])")))
    assert (problem["kind"], problem["plugin"]) == ("import", "fatal")
    assert problem["what"] == "importing fatal ends or stalls the process"


def test_what_a_plugin_prints_while_it_is_imported_spoils_no_document(good):
    plant(good, "loud", ["loud = loud"], loud="print('hello from import')")
    assert list(look(good)["handlers"]) == ["good.watch"]


def test_a_missing_attribute_of_a_plugin_module_is_an_import_problem(good):
    plant(good, "gone", ["gone = gone:plugin"], gone="")
    problem = only_problem(look(good))
    assert problem["kind"] == "import"
    assert problem["what"].startswith("gone:plugin cannot be imported: AttributeError")


@pytest.mark.parametrize(
    ("signature", "misspelt"),
    [
        ("evnt", "evnt"),
        ("event, options, sesion", "sesion"),
        ("event, *, optons", "optons"),
        ("event, /", "event"),
    ],
)
def test_a_misspelt_argument_is_refused_by_name(good, signature, misspelt):
    code = f"from snaphook.handlers import handler\n@handler()\ndef check({signature}): ..."
    plant(good, "typo", ["typo = typo"], typo=code)
    problem = only_problem(look(good))
    assert (problem["kind"], problem["plugin"]) == ("arguments", "typo")
    assert repr(misspelt) in problem["what"]
    assert "check" in problem["what"]


def test_arguments_are_taken_by_name_in_any_order_and_with_defaults(good):
    code = """
    from snaphook.handlers import handler
    @handler()
    def all_of_them(session, event, options=None): ...
    @handler()
    def none_of_them(): ...
    @handler()
    def only_one(*, options, verbose=False): ...
    @handler()
    def the_rest(event, *rest, **more): ...
    """
    plant(good, "takes", ["takes = takes"], takes=code)
    handlers = look(good)["handlers"]
    assert handlers["takes.all_of_them"]["arguments"] == ["session", "event", "options"]
    assert handlers["takes.none_of_them"]["arguments"] == []
    assert handlers["takes.only_one"]["arguments"] == ["options"]
    assert handlers["takes.the_rest"]["arguments"] == ["event"]


def test_two_plugins_with_one_name_are_both_left_out_and_named(good):
    plant(good, "one-acme", ["acme = one_acme"], one_acme=GOOD)
    plant(good, "two-acme", ["acme = two_acme"], two_acme=GOOD)
    seen = look(good)
    assert list(seen["handlers"]) == ["good.watch"]
    told = [(one["kind"], one["distribution"], one["what"]) for one in seen["problems"]]
    assert told == [
        ("plugin-name", "one-acme", "the name 'acme' is also taken by two-acme"),
        ("plugin-name", "two-acme", "the name 'acme' is also taken by one-acme"),
    ]


@pytest.mark.parametrize("name", ["snaphook", "a.b", "two words"])
def test_a_plugin_cannot_take_our_name_or_one_that_no_config_could_write(good, name):
    plant(good, "thief", [f"{name} = thief"], thief=GOOD)
    code = PROBE.replace('!= "snaphook"]', "]")
    problems = [one for one in look(good, code=code)["problems"] if one["distribution"] == "thief"]
    (problem,) = problems
    assert problem["kind"] == "plugin-name"
    assert repr(name) in problem["what"]


def test_two_handlers_with_one_name_in_a_plugin_are_both_left_out(good):
    code = """
    from snaphook.handlers import handler
    @handler(name="check")
    def first(event): ...
    @handler(name="check")
    def second(event): ...
    @handler()
    def third(event): ...
    """
    plant(good, "twice", ["twice = twice"], twice=code)
    seen = look(good)
    assert sorted(seen["handlers"]) == ["good.watch", "twice.third"]
    (problem,) = seen["problems"]
    assert problem["kind"] == "handler-name"
    assert problem["what"] == "twice.check is the name of twice:first and twice:second"


def test_an_alias_never_takes_another_handlers_name(good):
    code = """
    from snaphook.handlers import handler
    @handler(aliases=["second", "old"])
    def first(event): ...
    @handler(aliases=["old", "older"])
    def second(event): ...
    """
    plant(good, "alias", ["alias = alias"], alias=code)
    seen = look(good)
    assert seen["aliases"]["alias.old"] == "alias.first"
    assert seen["aliases"]["alias.older"] == "alias.second"
    assert [one["what"] for one in seen["problems"]] == [
        "the alias alias.second of alias.first is taken by alias.second",
        "the alias alias.old of alias.second is taken by alias.first",
    ]


@pytest.mark.parametrize(
    ("spoken", "then"),
    [("99", "upgrade snaphook"), ("0", "upgrade or remove the distribution future")],
)
def test_a_plugin_for_another_version_of_the_hookspecs_is_left_out(good, spoken, then):
    plant(good, "future", ["future = future"], future=f"SNAPHOOK_SPEC_VERSION = {spoken}\n{GOOD}")
    problem = only_problem(look(good))
    assert (problem["kind"], problem["then"]) == ("spec-version", then)
    assert problem["what"].startswith(f"it is written for version {spoken} of the hookspecs")


def test_a_misspelt_hook_is_named_with_what_was_meant(good):
    code = """
    import pluggy
    @pluggy.HookimplMarker("snaphook")
    def observaton(kind, event): ...
    """
    plant(good, "hooked", ["hooked = hooked"], hooked=code)
    problem = only_problem(look(good))
    assert (problem["kind"], problem["plugin"]) == ("hook", "hooked")
    assert problem["what"] == "there is no hook 'observaton'; did you mean observation?"


def test_one_module_under_two_plugin_names_counts_under_the_first(good):
    plant(good, "again", ["good_again = good_plugin"])
    problem = only_problem(look(good))
    assert (problem["kind"], problem["plugin"]) == ("import", "good_again")
    assert "already registered" in problem["what"]


def test_metadata_that_cannot_be_read_hides_no_other_plugin(good):
    plant(good, "garbled", ["garbled = garbled"])
    (good / "garbled-1.0.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe[snaphook")
    problem = only_problem(look(good))
    assert (problem["kind"], problem["distribution"]) == ("metadata", "garbled")


# Where things are


def test_a_distribution_that_is_found_twice_counts_once(good, tmp_path):
    older = plant(
        tmp_path / "older", "good_plugin", ["good = good_plugin"], version="0.9", good_plugin=GOOD
    )
    seen = look(good, older)
    assert seen["problems"] == []
    assert seen["handlers"]["good.watch"]["version"] == "1.0"


def test_a_handler_is_imported_from_the_module_that_defines_it(good):
    code = "from deep_plugin import watch\nalso_watch = watch"
    plant(good, "deep", ["deep = deep"], deep=code, deep_plugin=GOOD)
    handler = look(good)["handlers"]["deep.watch"]
    assert (handler["module"], handler["attribute"]) == ("deep_plugin", "watch")


def test_a_function_without_a_place_of_its_own_is_imported_from_the_plugin(good):
    code = """
    from snaphook.handlers import handler
    def make():
        @handler(name="made")
        def inner(event): ...
        return inner
    outer = make()
    """
    plant(good, "closure", ["closure = closure"], closure=code)
    handler = look(good)["handlers"]["closure.made"]
    assert (handler["module"], handler["attribute"]) == ("closure", "outer")


@pytest.mark.parametrize(
    ("entry_point", "what", "then"),
    [
        ("bare = barely", "barely has no handler", "mark a function with @handler, or remove bare"),
        ("bare = barely:one", "is a handler itself", "let the entry point name the module, or"),
    ],
)
def test_a_plugin_that_brings_nothing_is_told(good, entry_point, what, then):
    code = "from snaphook.handlers import handler\none = handler()(lambda event: None)"
    if ":" not in entry_point:
        code = "x = 1"
    code = code.replace("handler()", "handler(name='one')")
    plant(good, "bare", [entry_point], barely=code)
    (problem,) = look(good)["problems"]
    assert problem["kind"] == "hook"
    assert what in problem["what"]
    assert then in problem["then"]


def test_what_else_a_plugin_holds_is_never_taken_for_its_handler(good):
    code = """
        from snaphook.handlers import handler

        class Odd:
            def __eq__(self, other): return [1]
            __hash__ = None

        class Evil:
            def __eq__(self, other): raise RuntimeError("compared")

        a_odd, b_evil = Odd(), Evil()

        def made():
            @handler()
            def inner(event): ...
            return inner

        kept = made()
    """
    plant(good, "odd-hooks", ["odd = oddly"], oddly=code)
    told = look(good)
    assert told["problems"] == []
    assert told["handlers"]["odd.inner"]["attribute"] == "kept"


def test_a_plugin_may_be_an_object_and_its_methods_handlers(good):
    code = """
    from snaphook.handlers import handler
    class Rules:
        @handler()
        def check(self, event): ...
    rules = Rules()
    """
    plant(good, "thing", ["thing = thing:rules"], thing=code)
    handler = look(good)["handlers"]["thing.check"]
    assert (handler["module"], handler["attribute"]) == ("thing", "rules.check")
    assert handler["arguments"] == ["event"]


def test_the_folder_is_the_one_that_really_leads_to_the_file(good, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "spread").mkdir(parents=True)
    (elsewhere / "spread" / "inner.py").write_text(GOOD)
    (good / "spread").mkdir()  # two portions of one namespace package
    (good / "spread" / "other.py").write_text("")
    plant(good, "spread", ["spread = spread.inner"])
    handler = look(good, elsewhere)["handlers"]["spread.watch"]
    assert handler["directories"] == [str(elsewhere), str(good)]
    assert not handler["needs_site"]


def test_ours_have_short_names_and_need_neither_metadata_nor_a_folder(good):
    plant(good, "stand-in", [], stand_in=GOOD)
    code = PROBE.replace("load()", "load('stand_in')").replace(' if one.plugin != "snaphook"', "")
    seen = look(good, code=code)
    assert seen["problems"] == []
    ours = seen["handlers"]["watch"]
    assert (ours["plugin"], ours["distribution"]) == ("snaphook", "snaphook")
    assert (ours["directories"], ours["needs_site"]) == ([], False)


def test_ours_being_broken_is_a_problem_like_any_other(good):
    code = PROBE.replace("load()", "load('not_there')").replace(' if one.plugin != "snaphook"', "")
    problem = only_problem(look(good, code=code))
    assert (problem["kind"], problem["plugin"]) == ("import", "snaphook")


def test_who_receives_observations_is_told(good):
    code = """
    import pluggy
    hookimpl = pluggy.HookimplMarker("snaphook")
    @hookimpl
    def observation(kind): ...
    """
    for name in ("first", "second"):
        plant(good, name, [f"{name} = {name}"], **{name: code})
    assert look(good)["sinks"] == {"observation": ["first", "second"], "impact_evidence": []}


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        ("nowhere:Model", "", "'nowhere:Model' cannot be imported: ModuleNotFoundError"),
        ("models", "", "'models' cannot be imported"),
        ("models:Model", "", "'models:Model' cannot be imported: AttributeError"),
        ("models:Model", "import sys; sys.exit()", "cannot be imported: SystemExit"),
        ("models:Model", "class Model: ...", "'models:Model' is no pydantic model"),
        ("models:Model", "Model = 3", "'models:Model' is no pydantic model"),
    ],
)
def test_an_options_model_that_is_none_says_whose_it_is(good, options, code, told):
    handler = GOOD.replace("handler()", f"handler(options={options!r})")
    plant(good, "opted", ["opted = opted"], opted=handler, models=code)
    program = """
import json
from snaphook.engine.errors import SnaphookError
from snaphook.engine.registry import load
try:
    load().find("opted.watch").options_model()
except SnaphookError as error:
    print(json.dumps([error.what, error.where, error.then]))
"""
    what, where, then = look(good, code=program)
    assert told in what
    assert where == "handler opted.watch of opted 1.0"
    assert then == "upgrade or remove opted"
