#!/usr/bin/env node
/**
 * Runs a host of MCP Apps for your own browser. For each tool that has a view, it shows the view with a real answer,
 * through the official bridge and the official client.
 *
 * - `node examples/view-host.mjs` uses the stack of this checkout (`make up`).
 * - `MCP_URL=… ACCESS_TOKEN=… node examples/view-host.mjs` uses any other stack.
 * - `VIEW_HOST_PORT` is the port of the host; 8090 by default.
 * - `VIEW_SANDBOX_PORT` is the port of the views, which have their own origin; by default the next port.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { build } from 'esbuild';

const { mcpUrl, accessToken } = connection();
const port = Number(process.env.VIEW_HOST_PORT ?? 8090);
const hostOrigin = `http://127.0.0.1:${port}`;
const sandboxPort = Number(process.env.VIEW_SANDBOX_PORT ?? port + 1);
const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`;

/** The policy that a host must set for a view that declares no policy. @see MCP Apps 2026-01-26, "Host Behavior" */
const VIEW_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

const here = (name) => new URL(`./view-host/${name}`, import.meta.url);
const page = readFileSync(here('page.html'), 'utf8').replaceAll('SANDBOX_ORIGIN', sandboxOrigin);
const sandbox = readFileSync(here('sandbox.html'), 'utf8').replaceAll('HOST_ORIGIN', hostOrigin);
const script = await bundled();

const host = createServer(async (request, response) => {
  if (request.url === '/mcp') return forward(request, response);
  if (request.url === '/page.js') return send(response, 'text/javascript', script);
  return send(response, 'text/html; charset=utf-8', page);
});
const frames = createServer((_request, response) =>
  send(response, 'text/html; charset=utf-8', sandbox, { 'content-security-policy': VIEW_POLICY }),
);
await listening(host, port);
await listening(frames, sandboxPort);
console.log(`The views of ${mcpUrl}: ${hostOrigin}`);

async function listening(server, on) {
  server.listen(on, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch ({ message }) {
    console.error(`${message}: choose another port with VIEW_HOST_PORT.`);
    process.exit(1);
  }
}

/** The page has no token, so this program adds the token. */
async function forward(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const passed = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
  const headers = passed.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : []));
  try {
    const answer = await fetch(mcpUrl, {
      method: request.method,
      headers: { ...Object.fromEntries(headers), authorization: `Bearer ${accessToken}` },
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(body);
  } catch {
    console.error(`${mcpUrl} does not answer: does the stack run?`);
    response.writeHead(502).end();
  }
}

function send(response, type, body, more = {}) {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...more }).end(body);
}

async function bundled() {
  const { outputFiles } = await build({
    entryPoints: [here('page.mjs').pathname],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

function connection() {
  const { MCP_URL, ACCESS_TOKEN, DATA_DIR } = process.env;
  if (MCP_URL && ACCESS_TOKEN) return { mcpUrl: MCP_URL, accessToken: ACCESS_TOKEN };
  try {
    const { mcpUrl: url, demo } = JSON.parse(readFileSync(`${DATA_DIR ?? '.local'}/stack.json`, 'utf8'));
    return { mcpUrl: url, accessToken: demo.accessToken };
  } catch {
    console.error('No stack runs here: start one with `make up`, or set MCP_URL and ACCESS_TOKEN.');
    process.exit(1);
  }
}
