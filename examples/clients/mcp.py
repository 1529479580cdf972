import asyncio, os
import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

async def main():
    http = httpx2.AsyncClient(headers={"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}, timeout=60)
    transport = streamable_http_client(os.environ["MCP_URL"], http_client=http)
    async with Client(transport) as client:
        tools = (await client.list_tools()).tools
        answer = await client.call_tool("list_orders", {"page_size": 3})
        print(len(tools), "tools;", answer.structured_content["total"], "orders")

asyncio.run(main())
