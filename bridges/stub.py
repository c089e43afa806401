"""What the shim starts, with `python -I -S`: find our modules by this file's place alone."""

import gc
import sys

gc.disable()  # the process is gone before garbage could matter
root = __file__.rsplit("/", 2)[0]
package = type(sys)("snaphook")
package.__path__ = [root]  # one entry, so that nothing on any path can stand in for us
sys.modules["snaphook"] = package

from snaphook.bridges.bundle import use  # noqa: E402

use(root)

from snaphook.bridges.entry import main  # noqa: E402

main(sys.argv[1:])
