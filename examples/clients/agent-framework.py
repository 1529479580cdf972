import asyncio, os
from agent_framework import MCPStreamableHTTPTool

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    async with MCPStreamableHTTPTool("parcelyard", os.environ["MCP_URL"], static_headers=headers) as server:
        tools = server.functions  # Agent(client, tools=server)
        answer = await server.call_tool("list_orders", page_size=3)
        print(len(tools), "tools;", answer[0].text)

asyncio.run(main())
