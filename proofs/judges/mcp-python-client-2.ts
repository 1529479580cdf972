import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createVisitor } from '@parcelyard/testing/visitor';
import type { Judge } from '../judge';
import { type RunningStack, withStack } from '../with-stack';

const VERSION = '2.3.0';

const PROGRAM = `
import asyncio, json, os, urllib.parse, urllib.request
import httpx2
from mcp import types
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

shown = []

async def show(context, params):
    shown.append(params.url)
    address = os.environ["OWNER_URL"] + "?" + urllib.parse.urlencode({"url": params.url})
    await asyncio.to_thread(lambda: urllib.request.urlopen(address).read())
    return types.ElicitResult(action="accept")

async def main():
    faults, checked = [], 0
    headers = {"Authorization": "Bearer " + os.environ["TOKEN"]}
    http = httpx2.AsyncClient(headers=headers, timeout=60)
    transport = streamable_http_client(os.environ["MCP_URL"], http_client=http)
    async with Client(transport, mode="2026-07-28", elicitation_callback=show) as client:
        tools = (await client.list_tools()).tools
        if len(tools) != 40:
            faults.append(f"tools/list has {len(tools)} tools instead of 40")
        for tool in tools:
            checked += 1
            if not tool.annotations.read_only_hint or tool.input_schema.get("required"):
                continue
            answer = await client.call_tool(tool.name, {})
            if not answer.is_error and json.loads(answer.content[0].text) != answer.structured_content:
                faults.append(f"{tool.name}: text and structured content differ")
        async def data(name, arguments):
            answer = await client.call_tool(name, arguments)
            if answer.is_error:
                raise RuntimeError(f"{name}: {answer.content[0].text}")
            return answer.structured_content
        order = (await data("list_orders", {}))["orders"][0]["order_id"]
        rates = await data("get_rates", {"order_id": order, "weight_oz": 12})
        row = rates["rates"][0]
        bought = await data("buy_label", {
            "order_id": order, "rate_id": row["rate_id"], "package_id": rates["package_id"],
            "method": row["method"], "service_level": row["service_level"], "confirm": True,
        })
        checked += 1
        if not bought.get("purchased"):
            faults.append("the label was not bought after the owner's approval")
        if len(shown) != 1:
            faults.append(f"the user was shown {len(shown)} addresses instead of one")
    print(json.dumps({"checked": checked, "faults": faults}))

asyncio.run(main())
`;

export const mcpPythonClient2: Judge = {
  name: 'mcp 2 (Python client)',
  proves:
    'The official Python client of 2026-07-28 lists and calls tools, and buys a label after the owner has approved the purchase.',
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`mcp==${VERSION}`]);
    const program = join(workshop.folder, 'buy-with-approval.py');
    writeFileSync(program, PROGRAM);
    const printed = await withStack(async (stack) => {
      const owner = await startOwner(stack);
      const environment = { MCP_URL: stack.mcpUrl, TOKEN: stack.demo.accessToken, OWNER_URL: owner.url };
      return workshop.run(join(programs, 'python'), [program], { environment }).finally(owner.close);
    });
    return { version: VERSION, ...JSON.parse(printed) };
  },
};

/**
 * Signs in the owner, who wants to be asked about every label, and starts a server that acts for the owner. A request
 * to this server has the address of an approval page in its query (`?url=…`). The owner then allows the purchase on
 * that page.
 */
async function startOwner({ baseUrl, demo }: RunningStack) {
  const browser = createVisitor(baseUrl);
  const { email, password } = demo;
  await browser.press(await browser.open('/signin'), 'Sign in', { email, password });
  await browser.press(await browser.open('/settings/limits'), 'Save limits', { token_ask_above: '0.01' });
  const allow = async (url: string) => {
    const page = await browser.open(new URL(url).pathname);
    const [button] = /Allow \$[\d.]+/.exec(page.text) ?? [];
    await browser.press(page, button ?? 'Allow');
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://owner').searchParams.get('url') ?? '';
    allow(url).then(
      () => response.end(),
      () => response.writeHead(500).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
