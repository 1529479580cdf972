"""An app with the official Python SDK. It signs in, and starts again with an expired access token."""
import asyncio
import json
import os
import urllib.parse
import urllib.request

import httpx2
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata
from pydantic import AnyUrl

MCP_URL, REDIRECT = os.environ["MCP_URL"], os.environ["REDIRECT"]
PUBLIC = {"redirect_uris": [AnyUrl(REDIRECT)], "token_endpoint_auth_method": "none"}
came_back = []


class Storage:
    def __init__(self, tokens=None):
        self.tokens = tokens
        self.client = OAuthClientInformationFull(client_id=os.environ["CLIENT_ID"], **PUBLIC)

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, info):
        self.client = info


async def ask_owner(url):
    address = os.environ["OWNER_URL"] + "?" + urllib.parse.urlencode({"url": url})
    answer = await asyncio.to_thread(lambda: urllib.request.urlopen(address).read())
    came_back.append(dict(urllib.parse.parse_qsl(urllib.parse.urlparse(answer.decode()).query)))


async def callback():
    query = came_back[-1]
    return AuthorizationCodeResult(code=query["code"], state=query.get("state"), iss=query.get("iss"))


async def call(storage, expired=False):
    auth = OAuthClientProvider(
        server_url=MCP_URL, client_metadata=OAuthClientMetadata(client_name="proof", **PUBLIC), storage=storage,
        redirect_handler=ask_owner, callback_handler=callback)
    if expired:
        auth.context.token_expiry_time = 1
    async with httpx2.AsyncClient(auth=auth, timeout=60) as http:
        async with Client(streamable_http_client(MCP_URL, http_client=http)) as client:
            return not (await client.call_tool("get_balance", {})).is_error


async def main():
    first = Storage()
    good = [await call(first)]
    again = Storage(first.tokens.model_copy(update={"access_token": "pyoa_of-yesterday"}))
    good.append(await call(again, expired=True) and len(came_back) == 1)
    print(json.dumps({"asked": len(good), "good": sum(good)}))


asyncio.run(main())
