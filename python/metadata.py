# SPDX-License-Identifier: Apache-2.0
"""Writes the folder of metadata of the Python package where it is installed for a system's
Python, so that pip lists it and pytest finds its plugin. Wheels have their own.

    metadata.py PYPROJECT VERSION METADATA ENTRY_POINTS"""
import sys
import tomllib

source, version, metadata, entry_points = sys.argv[1:]
with open(source, "rb") as f:
    project = tomllib.load(f)["project"]
with open(metadata, "w", encoding="utf-8") as f:
    f.write(f"Metadata-Version: 2.1\nName: portkern\nVersion: {version}\nSummary: {project['description']}\n"
            f"License: {project['license']['text']}\nRequires-Python: {project['requires-python']}\n")
    f.writelines(f"Classifier: {line}\n" for line in project["classifiers"])
    f.writelines(f"Requires-Dist: {line}\n" for line in project["dependencies"])
with open(entry_points, "w", encoding="utf-8") as f:
    for group, names in project["entry-points"].items():
        f.write(f"[{group}]\n" + "".join(f"{name} = {where}\n" for name, where in names.items()))
