import asyncio, os
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

async def main():
    transport = StreamableHttpTransport(os.environ["MCP_URL"], auth=os.environ["ACCESS_TOKEN"])
    async with Client(transport) as client:
        tools = await client.list_tools()
        answer = await client.call_tool("list_orders", {"page_size": 3})
        print(len(tools), "tools;", answer.structured_content["total"], "orders")

asyncio.run(main())
