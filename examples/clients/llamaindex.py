import asyncio, os
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    client = BasicMCPClient(os.environ["MCP_URL"], headers=headers)
    tools = await McpToolSpec(client=client).to_tool_list_async()
    list_orders = next(tool for tool in tools if tool.metadata.name == "list_orders")
    print(len(tools), "tools;", await list_orders.acall(page_size=3))

asyncio.run(main())
