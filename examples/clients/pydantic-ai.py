import asyncio, os
from pydantic_ai.mcp import MCPToolset

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    async with MCPToolset(os.environ["MCP_URL"], headers=headers) as server:
        tools = await server.list_tools()  # Agent(model, toolsets=[server])
        answer = await server.direct_call_tool("list_orders", {"page_size": 3})
        print(len(tools), "tools;", answer["total"], "orders")

asyncio.run(main())
