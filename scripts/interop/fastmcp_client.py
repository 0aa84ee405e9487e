"""Takes every skill of an MCP server with FastMCP's own means: fastmcp_client.py WAY TARGET (URL | COMMAND ARG...)

Ways: `extension` (Client.list_skills, get_skill, read_skill), `resources` (Client.list_skill_resources, read_skill) and
`utilities` (list_skills, get_skill_manifest, download_skill of fastmcp.utilities.skills). Files go to
TARGET/a+b/b for a skill at a/b; what came of each skill is printed as JSON.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def by_extension(client: Client, target: Path) -> AsyncIterator[dict]:
    for entry in await client.list_skills():
        path = path_of(entry.uri)
        got = await client.get_skill(entry.uri)
        error = None if got.model_dump() == entry.model_dump() else "skills/get differs from skills/list"
        description = entry.frontmatter.description
        yield {"path": path, "description": description, "error": error or await read_to(client, entry.uri, target)}


async def by_resources(client: Client, target: Path) -> AsyncIterator[dict]:
    for resource in await client.list_skill_resources():
        uri = str(resource.uri)
        error = await read_to(client, uri, target)
        yield {"path": path_of(uri), "description": resource.description, "error": error}


async def by_utilities(client: Client, target: Path) -> AsyncIterator[dict]:
    from fastmcp.utilities.skills import download_skill, get_skill_manifest, list_skills

    for skill in await list_skills(client):
        manifest = await get_skill_manifest(client, skill.name)
        folder = folder_for(target, skill.name)
        (await download_skill(client, skill.name, target / ".download")).rename(folder)
        name = folder.name
        error = None if manifest.name == name else f"the manifest is of {manifest.name}"
        yield {"path": skill.name, "description": skill.description, "error": error}


async def read_to(client: Client, uri: str, target: Path) -> str | None:
    """Reads a whole skill, which checks it against its entry or manifest, and gives why that failed."""
    try:
        skill = await client.read_skill(uri)
    except ValueError as error:
        return str(error)
    skill.to_directory(folder_for(target, path_of(uri)))
    return None


def folder_for(target: Path, path: str) -> Path:
    """Nested skills lie side by side; the last part of the path is the skill's name, as its folder has to be."""
    parent = target / path.replace("/", "+")
    parent.mkdir()
    return parent / path.rsplit("/", 1)[-1]


def path_of(uri: str) -> str:
    return uri.removeprefix("skill://").removesuffix("/SKILL.md")


def client_of(way: str, place: list[str]) -> Client:
    transport = place[0] if place[0].startswith("http") else StdioTransport(place[0], place[1:])
    if way != "extension":
        return Client(transport)
    from fastmcp.skills import SkillsClientExtension

    return Client(transport, extensions=[SkillsClientExtension()])


WAYS = {"extension": by_extension, "resources": by_resources, "utilities": by_utilities}


async def main() -> None:
    way, target, *place = sys.argv[1:]
    Path(target).mkdir(parents=True, exist_ok=True)
    async with client_of(way, place) as client:
        print(json.dumps([skill async for skill in WAYS[way](client, Path(target))]))


asyncio.run(main())
