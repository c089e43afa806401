"""path_gate through links of both kinds, on real files."""

import os
import subprocess
import unicodedata

import pytest


def test_a_link_to_a_protected_file_is_refused_and_the_refusal_tells(project, refused, at):
    (project / "notes.txt").symlink_to(".env")
    reason = refused("notes.txt", **at)
    assert reason.startswith(f"path_gate: notes.txt leads to {project}/.env, which is protected")


def test_a_chain_of_links_is_refused_at_any_hop(project, refused, at):
    (project / "one").symlink_to("two")
    (project / "two").symlink_to("vault")
    (project / "vault").write_text("x")
    assert "leads to" in refused("one", protected=["two"], **at)


def test_a_dangling_link_is_judged_by_where_it_leads(project, refused, at):
    (project / "notes.txt").symlink_to(".env.local")
    assert "protected" in refused("notes.txt", "Write", **at)


def test_a_linked_folder_is_judged_by_where_it_leads(project, refused, at):
    (project / "hooks").symlink_to(".git/hooks")
    assert "protected" in refused("hooks/pre-commit", "Write", **at)


def test_dots_after_a_linked_folder_are_judged_both_ways(project, refused, at):
    (project / "config" / "deep").mkdir(parents=True)
    (project / "short").symlink_to("config/deep")
    globs = ["config/prod.yaml", "./prod.yaml"]
    assert refused("short/../prod.yaml", protected=globs[:1], **at)
    assert refused("short/../prod.yaml", protected=globs[1:], **at)
    assert refused("short/../other.yaml", protected=globs, **at) == ""


def test_links_in_circles_are_refused(project, refused, at):
    (project / "a").symlink_to("b")
    (project / "b").symlink_to("a")
    assert "circles" in refused("a/x", **at)


@pytest.mark.parametrize("spelt", ["real", "link"])
@pytest.mark.parametrize("rooted", ["real", "link"])
def test_a_linked_project_is_the_project_under_both_names(tmp_path, spelt, rooted, refused):
    real = tmp_path.resolve() / "real"
    (real / "config").mkdir(parents=True)
    (tmp_path / "link").symlink_to(real)
    root, cwd = tmp_path / rooted, tmp_path / spelt
    place = {"root": root, "cwd": cwd, "protected": ["config/prod.yaml", "build"]}
    assert refused(cwd / "config" / "prod.yaml", **place)
    assert refused("config/prod.yaml", **place)
    assert refused(cwd / "src" / "x", **place) == ""


def test_where_a_protected_path_is_itself_a_link_its_target_is_protected(project, refused, at):
    (project.parent / "dotfiles").mkdir()
    (project.parent / "dotfiles" / "bashrc").write_text("x")
    (project.parent / ".bashrc").symlink_to("dotfiles/bashrc")
    (project.parent / ".ssh").symlink_to("dotfiles/ssh")
    assert refused(project.parent / "dotfiles" / "bashrc", **at)
    assert refused(project.parent / "dotfiles" / "ssh" / "config", **at)
    assert refused(project.parent / "dotfiles" / "vimrc", **at) == ""


@pytest.mark.parametrize("made", ["notes.txt", "src/notes.txt"])
def test_a_hard_link_to_a_protected_file_is_refused(project, made, refused, at):
    os.link(project / ".env", project / made)
    assert "is another name of" in refused(made, **at)
    assert refused("src/app.py", **at) == ""


@pytest.mark.parametrize("glob", ["vault/key", "vault/**", "vault/*.key", "~/project/vault"])
def test_hard_links_are_found_below_the_fixed_folder_of_a_glob(project, glob, refused, at):
    (project / "vault").mkdir()
    for name in ("key", "a.key"):
        (project / "vault" / name).write_text("x")
    os.link(project / "vault" / ("a.key" if "*.key" in glob else "key"), project / "src" / "copy")
    assert "is another name of" in refused("src/copy", protected=[glob], **at)


def test_two_names_of_a_free_file_are_free(project, refused, at):
    os.link(project / "src" / "app.py", project / "src" / "b.py")
    assert refused("src/b.py", **at) == ""


def test_another_spelling_of_the_letters_counts_where_the_file_system_ignores_case(
    project, refused, at
):
    ignores = os.path.exists(project / "SRC")
    assert bool(refused(".ENV", **at)) is ignores
    assert bool(refused(".Git/Hooks/x", "Write", **at)) is ignores


def test_case_is_ignored_where_both_spellings_are_one_file(project, refused, at):
    if not os.path.exists(project / ".ENV"):
        os.link(project / ".env", project / ".ENV")
    assert "matches .env)" in refused(".ENV", **at)


@pytest.mark.parametrize(("typed", "told"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_composed_and_decomposed_letters_are_the_same(typed, told, refused):
    glob = unicodedata.normalize(typed, "caf\u00e9.txt")
    assert refused(unicodedata.normalize(told, glob), protected=[glob])


def test_the_hooks_and_config_of_a_worktree_are_those_of_its_repository(tmp_path, refused):
    first, bare, tree = (tmp_path.resolve() / name for name in ("first", "store", "tree"))
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@e", "-C"]
    subprocess.run(["git", "init", "-q", str(first)], check=True)
    subprocess.run([*git, str(first), "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run(["git", "clone", "-q", "--bare", str(first), str(bare)], check=True)
    subprocess.run([*git, str(bare), "worktree", "add", "-q", str(tree)], check=True)
    place = {"root": tree, "cwd": tree}
    assert refused(bare / "hooks" / "pre-commit", **place)
    assert refused(bare / "config", **place)
    assert refused(tree / ".git", "Write", **place)
    assert refused(bare / "description", **place) == ""


@pytest.mark.parametrize("glob", ["config/prod.yaml", "config/*.yaml", "config/**", "con*/**"])
def test_a_project_whose_folder_has_special_characters_is_a_project(tmp_path, glob, refused):
    root = tmp_path.resolve() / "a[b]*?" / "p"
    (root / "config").mkdir(parents=True)
    (root / "config" / "prod.yaml").write_text("x")
    os.link(root / "config" / "prod.yaml", root / "twin")
    (tmp_path / "link").symlink_to(root)
    place = {"root": root, "cwd": root, "protected": [glob]}
    assert refused("config/prod.yaml", **place)
    assert refused(tmp_path / "link" / "config" / "prod.yaml", **place)
    assert refused("config/prod.yaml", **place | {"root": tmp_path / "link"})
    assert refused("twin", **place)
    assert refused("src/x", **place) == ""
    assert refused("src/x", allowed_roots=["src"], **place) == ""
    assert refused("x", allowed_roots=["src"], **place)
