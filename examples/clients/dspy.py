import asyncio, os
import dspy
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    async with streamablehttp_client(os.environ["MCP_URL"], headers) as (read, write, _), ClientSession(read, write) as session:
        await session.initialize()
        tools = [dspy.Tool.from_mcp_tool(session, tool) for tool in (await session.list_tools()).tools]  # dspy.ReAct(…, tools)
        list_orders = next(tool for tool in tools if tool.name == "list_orders")
        print(len(tools), "tools;", await list_orders.acall(page_size=3))

asyncio.run(main())
