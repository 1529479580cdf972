/** The host's page: it calls tools as a model would, and shows each answer in the view that the tool names. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps/app-bridge';

const query = new URLSearchParams(location.search);
const root = document.documentElement;
const sandboxOrigin = document.querySelector('meta[name=sandbox-origin]').content;
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
root.dataset.theme = query.get('theme') ?? (prefersDark ? 'dark' : 'light');

const shown = [];
/** For tests: the messages that views sent, and a function that ends all views. */
globalThis.viewMessages = [];
addEventListener('message', ({ origin, data }) => {
  if (origin === sandboxOrigin) globalThis.viewMessages.push(data);
});
globalThis.endViews = () => Promise.all(shown.map(({ bridge }) => bridge.teardownResource({})));

const client = new Client(
  { name: 'view-host', version: '1.0.0' },
  {
    capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  },
);
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));
const { tools } = await client.listTools();

document.getElementById('theme').addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  for (const { bridge, context } of shown) bridge.setHostContext({ ...context, theme: root.dataset.theme });
});

addEventListener('unhandledrejection', ({ reason }) => say(`It stopped: ${reason.message}`));
if (query.has('tool')) {
  root.dataset.only = '';
  await show(query.get('tool'), JSON.parse(query.get('arguments') ?? '{}'));
} else {
  await showAll();
}

/** Shows one answer for each view, from the records that the account has. */
async function showAll() {
  const { orders } = await show('list_orders', {});
  const [order] = orders;
  if (!order) say('No order is ready to ship: create one, and rates, purchase and batch are shown too.');
  const rates = order && (await show('get_rates', { order_id: order.order_id, weight_oz: 12 }));
  const [rate] = rates?.rates ?? [];
  if (rate) {
    const { rate_id, method, service_level } = rate;
    const { package_id } = rates;
    await show('buy_label', { order_id: order.order_id, package_id, rate_id, method, service_level });
  }
  const shipped = await latestShipped(['InTransit', 'Delivered', 'LabelPrinted', 'PrintLabel']);
  if (shipped) await show('track_order', { order_id: shipped.order_id });
  else say('No order has a label: buy one, and its view is shown too.');
  if (order) {
    const order_ids = orders.slice(0, 5).map(({ order_id }) => order_id);
    await show('trigger_batch_purchase', { order_ids, weight_oz: 12 });
  }
  await show('get_shipping_report', {});
}

async function latestShipped(statuses) {
  for (const status of statuses) {
    const { orders } = (await call('list_orders', { status })).structuredContent;
    if (orders[0]) return orders[0];
  }
}

function say(words) {
  const line = document.createElement('p');
  line.textContent = words;
  document.getElementById('chat').append(line);
}

function call(name, args) {
  return client.callTool({ name, arguments: args });
}

/** Calls a tool and shows its answer. Returns the answer's data. */
async function show(name, args) {
  const tool = tools.find((one) => one.name === name);
  const uri = tool && getToolUiResourceUri(tool);
  if (!uri) return (await call(name, args)).structuredContent;
  const article = document.createElement('article');
  article.innerHTML = '<p></p><iframe title="Sandbox" sandbox="allow-scripts allow-same-origin"></iframe>';
  article.querySelector('p').textContent = `${tool.title} · ${uri}`;
  document.getElementById('chat').append(article);
  const frame = article.querySelector('iframe');

  const context = { theme: root.dataset.theme, toolInfo: { tool }, displayMode: 'inline', platform: 'web' };
  const bridge = new AppBridge(
    client,
    { name: 'view-host', version: '1.0.0' },
    { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } },
    { hostContext: context },
  );
  shown.push({ bridge, context });
  const ready = new Promise((done) => {
    bridge.oninitialized = done;
  });
  bridge.onsandboxready = async () => {
    const { contents } = await client.readResource({ uri });
    await bridge.sendSandboxResourceReady({ html: contents[0].text, sandbox: 'allow-scripts' });
  };
  bridge.onsizechange = ({ height }) => {
    if (height) frame.style.height = `${height + 2}px`;
  };
  bridge.onopenlink = async ({ url }) => {
    open(url, '_blank', 'noopener');
    return {};
  };
  bridge.onupdatemodelcontext = async () => ({});
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  if (query.has('lose')) loseAnswers(bridge, query.get('lose'));
  frame.src = sandboxOrigin;
  await ready;
  await bridge.sendToolInput({ arguments: args });
  const result = await call(name, args);
  await bridge.sendToolResult(result);
  return result.structuredContent ?? {};
}

/** For tests: loses the answers to calls of this tool that have `confirm`. */
function loseAnswers(bridge, tool) {
  bridge.oncalltool = async (params) => {
    const answer = await client.callTool(params);
    if (params.name === tool && params.arguments?.confirm) throw new Error('The connection broke off.');
    return answer;
  };
}
