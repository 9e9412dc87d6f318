#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""portkern devices and plugin-check."""
import json

from cli import Cli, main


class PluginCheck(Cli):
    def test_the_suite_runs_on_a_backend(self):
        lines = self.good("plugin-check", "interp").stdout.splitlines()
        self.assertRegex(lines[0], r"^1\.\.\d+$")
        self.assertEqual(sum(line.startswith("ok ") for line in lines), int(lines[0][3:]))

    def test_what_is_no_plugin(self):
        self.write("empty.so", "")
        self.assertIn("empty.so", self.bad("plugin-check", "./empty.so").stdout)
        self.bad("plugin-check", "./none.so", says=["./none.so: No such file or directory"])
        self.assertIn("nonsense", self.bad("plugin-check", "nonsense").stdout)
        self.bad("plugin-check", code=2, says=["file of a plugin"])


class Devices(Cli):
    def test_lists_interp_and_says_why_cuda_is_not_there(self):
        text = self.good("devices").stdout
        self.assertIn("interp", text)
        rows = json.loads(self.good("devices", "--json").stdout)
        names = {r["backend"] for r in rows}
        self.assertIn("interp", names)
        for row in rows:
            if not row["available"]:
                self.assertTrue(row["reason"])

    def test_plugins_that_cannot_be_used_are_rows_with_the_reason(self):
        open_to_all, own = self.dir / "open", self.dir / "own"
        open_to_all.mkdir()
        open_to_all.chmod(0o777)
        own.mkdir()
        (own / "portkern-broken.so").write_bytes(b"no library")
        env = {"PORTKERN_PLUGIN_PATH": f"{open_to_all}:{own}"}
        text = self.good("devices", env=env).stdout
        self.assertRegex(text, r"(?m)^\(folder\) +- +not available: plugin folder .*/open can be written by everybody")
        for path, says in (("/nowhere/plugins", "No such file or directory"), (str(self.dir / "k.py"), "is not a folder")):
            said = self.good("devices", env={"PORTKERN_PLUGIN_PATH": path}).stdout
            self.assertRegex(said, rf"(?m)^\(folder\) +- +not available: plugin folder {path}:? {says}$")
        self.assertRegex(text, r"(?m)^broken +- +not available: cannot open .*/own/portkern-broken\.so: .+")
        rows = {r["file"]: r for r in json.loads(self.good("devices", "--json", env=env).stdout)}
        refused, broken = rows[str(open_to_all)], rows[str(own / "portkern-broken.so")]
        self.assertEqual((refused["backend"], refused["status"], refused["available"]), ("", "NO_PLUGIN", False))
        self.assertEqual((broken["backend"], broken["status"], broken["available"]), ("broken", "NO_PLUGIN", False))


if __name__ == "__main__":
    main()
