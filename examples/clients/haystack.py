import os
from haystack_integrations.tools.mcp import MCPToolset, StreamableHttpServerInfo

headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
server = StreamableHttpServerInfo(url=os.environ["MCP_URL"], headers=headers)
tools = MCPToolset(server, eager_connect=True)  # Agent(chat_generator=…, tools=tools)
list_orders = next(tool for tool in tools if tool.name == "list_orders")
print(len(tools), "tools;", list_orders.invoke(page_size=3))
tools.close()
