import os
from smolagents import MCPClient

headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
server = {"url": os.environ["MCP_URL"], "transport": "streamable-http", "headers": headers}
with MCPClient(server, structured_output=True) as tools:  # CodeAgent(tools=tools, model=…)
    list_orders = next(tool for tool in tools if tool.name == "list_orders")
    print(len(tools), "tools;", list_orders(page_size=3))
