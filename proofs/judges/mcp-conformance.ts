import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { openAccount } from '../open-account';
import { withStack } from '../with-stack';
import type { Workshop } from '../workshop';

const VERSION = '0.2.0-alpha.12';
/** The suite needs a newer Node than ours. */
const NODE_VERSION = '22.23.3';
const REVISION = '2026-07-28';

const NO_TOOLS_OF_THE_SUITE = "calls the suite's own diagnostic tools, which no product has";
const NO_RESOURCES = 'the server offers no resources';
const NO_PROMPTS = 'the server offers no prompts';

/** Scenarios of the tested MCP revision that cannot be applied to this server. */
const NOT_APPLICABLE: readonly (readonly [start: string, because: string])[] = [
  ['tools-call-', NO_TOOLS_OF_THE_SUITE],
  ['input-required-result-', NO_TOOLS_OF_THE_SUITE],
  ['json-schema-2020-12', NO_TOOLS_OF_THE_SUITE],
  ['resources-', NO_RESOURCES],
  ['sep-2164-resource-not-found', NO_RESOURCES],
  ['prompts-', NO_PROMPTS],
  ['completion-complete', NO_PROMPTS],
  ['http-custom-header-server-validation', 'no tool has an argument that is sent in its own header'],
  ['tasks-', 'the server offers no tasks, an extension'],
];

/** Checks that cannot be applied to this server, although the rest of their scenario can. */
const NOT_TESTABLE: Readonly<Record<string, string>> = {
  'sep-2575-server-rejects-undeclared-capability': NO_TOOLS_OF_THE_SUITE,
  'sep-2575-missing-capability-http-400': NO_TOOLS_OF_THE_SUITE,
  'sep-2575-http-server-no-independent-requests-on-stream': NO_TOOLS_OF_THE_SUITE,
  'sep-2575-server-no-log-without-loglevel': NO_TOOLS_OF_THE_SUITE,
  'sep-2549-prompts-list-caching-hints': NO_PROMPTS,
  'sep-2549-resources-list-caching-hints': NO_RESOURCES,
  'sep-2549-resources-templates-list-caching-hints': NO_RESOURCES,
};

interface Check {
  readonly id: string;
  readonly name: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export const mcpConformance: Judge = {
  name: 'mcp-conformance',
  proves: `The protocol's own test suite passes for ${REVISION}, in all scenarios that need only the protocol.`,
  needs: ['npm'],
  async judge(workshop) {
    const conformance = await install(workshop);
    const required = serverScenarios(await conformance(['list', '--server', '--requirements', REVISION]));
    const applicable = required.filter((name) => !NOT_APPLICABLE.some(([start]) => name.startsWith(start)));
    for (const [start, because] of NOT_APPLICABLE) console.log(`  – ${start}: ${because}`);

    const proxy = await startProxy();
    const faults: string[] = [];
    let checked = 0;
    await withStack(
      async ({ baseUrl }) => {
        for (const scenario of applicable) {
          proxy.forwardTo(baseUrl, await openAccount(baseUrl, scenario));
          const checks = await runScenario(workshop, conformance, scenario, proxy.url);
          checked += checks.length;
          faults.push(...checks.flatMap((check) => faultsOf(scenario, check)));
        }
      },
      { ALLOWED_ORIGINS: proxy.origin },
    ).finally(proxy.close);
    return { version: VERSION, checked, faults };
  },
};

/**
 * Returns the names of all server scenarios in the suite's list: those that the revision requires, and those whose
 * results the suite only reports.
 */
function serverScenarios(list: string): string[] {
  const required = list.slice(list.indexOf('Server scenarios'), list.indexOf('Client scenarios'));
  const reported = list.matchAll(/^ +- (\S+) \[server\]$/gm);
  return [...required.matchAll(/^ +- (\S+)$/gm), ...reported].map(([, name]) => name as string);
}

function faultsOf(scenario: string, { id, name, status, errorMessage }: Check): string[] {
  const told = status === 'FAILURE' || status === 'WARNING';
  if (id in NOT_TESTABLE)
    return told ? [] : [`${scenario}: ${name} can be tested now: remove it from the list`];
  return told ? [`${scenario}: ${name}: ${errorMessage}`] : [];
}

type Conformance = (args: readonly string[]) => Promise<string>;

async function install(workshop: Workshop): Promise<Conformance> {
  const node = `node-${process.platform}-${process.arch}`;
  const folder = await workshop.npm([
    `@modelcontextprotocol/conformance@${VERSION}`,
    `${node}@${NODE_VERSION}`,
  ]);
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  // The suite also ends with exit code 1 when a check failed. So the suite's output is read, and its exit code is
  // ignored.
  return async (args) =>
    (await workshop.attempt(join(folder, 'node_modules', node, 'bin/node'), [program, ...args])).stdout;
}

async function runScenario(
  workshop: Workshop,
  conformance: Conformance,
  scenario: string,
  url: string,
): Promise<readonly Check[]> {
  const results = join(workshop.folder, 'results');
  await rm(results, { recursive: true, force: true });
  const printed = await conformance([
    ...['server', '--url', url, '--scenario', scenario, '--spec-version', REVISION, '-o', results],
  ]);
  const [folder] = readdirSync(results);
  if (!folder) throw new Error(`${scenario} wrote no result: ${printed.slice(-500)}`);
  return JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8')) as Check[];
}

/** Starts a proxy that adds the token, because the suite cannot send a token. The proxy changes nothing else. */
async function startProxy() {
  let target = '';
  let token = '';
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const forwarded = send(`${target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    forwardTo: (baseUrl: string, accessToken: string) => {
      target = baseUrl;
      token = accessToken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
