import os
from crewai_tools import MCPServerAdapter

headers = {"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}
server = {"url": os.environ["MCP_URL"], "transport": "streamable-http", "headers": headers}
with MCPServerAdapter(server) as tools:  # Agent(…, tools=tools)
    print(len(tools), "tools;", tools["list_orders"].run(page_size=3))
