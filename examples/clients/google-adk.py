import asyncio, os
from google.adk.tools.mcp_tool import McpToolset, StreamableHTTPConnectionParams

async def main():
    headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
    toolset = McpToolset(connection_params=StreamableHTTPConnectionParams(url=os.environ["MCP_URL"], headers=headers))
    tools = await toolset.get_tools()  # LlmAgent(model=…, tools=[toolset])
    list_orders = next(tool for tool in tools if tool.name == "list_orders")
    print(len(tools), "tools;", await list_orders.run_async(args={"page_size": 3}, tool_context=None))
    await toolset.close()

asyncio.run(main())
