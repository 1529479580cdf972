import asyncio, os
from autogen_ext.tools.mcp import McpWorkbench, StreamableHttpServerParams

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    async with McpWorkbench(StreamableHttpServerParams(url=os.environ["MCP_URL"], headers=headers)) as server:
        tools = await server.list_tools()  # AssistantAgent(…, workbench=server)
        answer = await server.call_tool("list_orders", {"page_size": 3})
        print(len(tools), "tools;", answer.to_text())

asyncio.run(main())
