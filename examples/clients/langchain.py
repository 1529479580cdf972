import asyncio, os
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    server = {"transport": "streamable_http", "url": os.environ["MCP_URL"], "headers": headers}
    async with MultiServerMCPClient({"parcelyard": server}).session("parcelyard") as session:
        tools = await load_mcp_tools(session)  # not client.get_tools(): it opens a session for each call
        list_orders = next(tool for tool in tools if tool.name == "list_orders")
        print(len(tools), "tools;", await list_orders.ainvoke({"page_size": 3}))

asyncio.run(main())
