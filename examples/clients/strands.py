import os
import httpx2
from mcp.client.streamable_http import streamable_http_client
from strands.tools.mcp import MCPClient

http = httpx2.AsyncClient(headers={"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}, timeout=60)
with MCPClient(lambda: streamable_http_client(os.environ["MCP_URL"], http_client=http)) as client:
    tools = client.list_tools_sync()  # Agent(tools=tools)
    answer = client.call_tool_sync("1", "list_orders", {"page_size": 3})
    print(len(tools), "tools;", answer["structuredContent"]["total"], "orders")
