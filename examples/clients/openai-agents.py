import asyncio, os
from agents.mcp import MCPServerStreamableHttp

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    params = {"url": os.environ["MCP_URL"], "headers": headers, "timeout": 30}
    async with MCPServerStreamableHttp(params=params, cache_tools_list=True) as server:
        tools = await server.list_tools()  # Agent(name=…, mcp_servers=[server])
        answer = await server.call_tool("list_orders", {"page_size": 3})
        print(len(tools), "tools;", answer.structured_content["total"], "orders")

asyncio.run(main())
