"""A FastMCP server of a folder of skills, on stdin and stdout: fastmcp_server.py ROOT provider|resources|extension"""

import sys
from pathlib import Path

from fastmcp import FastMCP


def provider(root: Path, way: str):
    """`provider` and `resources` are the protocol of FastMCP's own, `extension` is SEP-2640."""
    if way == "extension":
        from fastmcp.skills.provider import SkillsDirectoryProvider

        return SkillsDirectoryProvider(root)
    from fastmcp.server.providers.skills import SkillsDirectoryProvider

    supporting_files = "resources" if way == "resources" else "template"
    return SkillsDirectoryProvider(roots=root, supporting_files=supporting_files)


server = FastMCP("interop")
server.add_provider(provider(Path(sys.argv[1]), sys.argv[2]))
server.run(transport="stdio", show_banner=False)
