import asyncio, os
from mcp_use import MCPClient

async def main():
    client = MCPClient({"mcpServers": {"parcelyard": {"url": os.environ["MCP_URL"], "auth": os.environ["ACCESS_TOKEN"]}}})
    session = await client.create_session("parcelyard")  # MCPAgent(llm=…, client=client)
    tools = await session.list_tools()
    answer = await session.call_tool("list_orders", {"page_size": 3})
    print(len(tools), "tools;", answer.structuredContent["total"], "orders")
    await client.close_all_sessions()

asyncio.run(main())
