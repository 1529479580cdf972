import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';

const VERSION = '1.30.0';

const PROGRAM = `
import asyncio, json, os
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

async def main():
    faults, checked = [], 0
    headers = {"Authorization": "Bearer " + os.environ["TOKEN"]}
    async with streamablehttp_client(os.environ["MCP_URL"], headers=headers) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            if len(tools) != 40:
                faults.append(f"tools/list has {len(tools)} tools instead of 40")
            for tool in tools:
                checked += 1
                if not tool.annotations.readOnlyHint or tool.inputSchema.get("required"):
                    continue
                answer = await session.call_tool(tool.name, {})
                text = json.loads(answer.content[0].text) if not answer.isError else None
                if answer.isError and not answer.content[0].text:
                    faults.append(f"{tool.name} fails without a word")
                if not answer.isError and text != answer.structuredContent:
                    faults.append(f"{tool.name}: text and structured content differ")
    print(json.dumps({"checked": checked, "faults": faults}))

asyncio.run(main())
`;

export const mcpPythonClient: Judge = {
  name: 'mcp (Python client)',
  proves: 'The official Python client connects, lists the tools and calls those that only read.',
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`mcp==${VERSION}`]);
    const program = join(workshop.folder, 'call-tools.py');
    writeFileSync(program, PROGRAM);
    const printed = await withStack(({ mcpUrl, demo }) =>
      workshop.run(join(programs, 'python'), [program], {
        environment: { MCP_URL: mcpUrl, TOKEN: demo.accessToken },
      }),
    );
    return { version: VERSION, ...JSON.parse(printed) };
  },
};
