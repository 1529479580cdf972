import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { openAccount } from '../open-account';
import { recordExchanges } from '../record-exchanges';
import { withStack } from '../with-stack';
import { isOnPath, openWorkshop, type Workshop } from '../workshop';

const EXAMPLES = 'examples/clients';
/** Initialize, its notification, the list, a call, a stream that is refused, an end: one session; a session a call takes more. */
const MOST_REQUESTS = 8;
const NO_ORDERS = /"?total"?['"\\]*[:=] ?0\b|\b0 orders\b|total:0/;

/** The file of docs/clients.md, and what it is tried with. */
interface Example {
  readonly file: string;
  readonly packages: readonly string[];
}

const EXAMPLE_FILES: readonly Example[] = [
  { file: 'mcp.py', packages: ['mcp==2.3.0'] },
  { file: 'fastmcp.py', packages: ['fastmcp==4.1.2'] },
  { file: 'langchain.py', packages: ['langchain-mcp-adapters==0.3.2'] },
  { file: 'llamaindex.py', packages: ['llama-index-tools-mcp==0.6.0'] },
  { file: 'openai-agents.py', packages: ['openai-agents==0.24.0'] },
  { file: 'pydantic-ai.py', packages: ['pydantic-ai-slim[mcp]==2.68.0'] },
  { file: 'strands.py', packages: ['strands-agents==1.62.0'] },
  { file: 'typescript-sdk.mjs', packages: ['@modelcontextprotocol/sdk@1.32.2'] },
  { file: 'ai-sdk.mjs', packages: ['ai@7.0.173', '@ai-sdk/mcp@2.0.99', 'zod@4'] },
  { file: 'langchain.mjs', packages: ['@langchain/mcp-adapters@1.1.4', '@langchain/core@1'] },
  { file: 'openai-agents.mjs', packages: ['@openai/agents@0.20.0', 'zod@4'] },
  { file: 'go-sdk.go', packages: ['github.com/modelcontextprotocol/go-sdk@v1.8.0'] },
];

export const frameworks: Judge = {
  name: 'frameworks',
  proves:
    'Each client and agent framework of docs/clients.md lists the tools and calls one as its example says, in one session.',
  needs: ['python3'],
  async judge(workshop) {
    const faults: string[] = [];
    const skipped: string[] = [];
    let checked = 0;
    await withStack(async ({ baseUrl }) => {
      for (const example of EXAMPLE_FILES) {
        if (example.file.endsWith('.go') && !isOnPath('go')) {
          skipped.push(example.file);
          continue;
        }
        checked += 1;
        const room = openWorkshop(join(workshop.folder, example.file));
        faults.push(
          ...(await tryExample(room, example, baseUrl)).map((fault) => `${example.file}: ${fault}`),
        );
      }
    });
    const version = `${checked} clients`;
    return { version, checked, faults, figures: skipped.map((file) => `${file} needs go`) };
  },
};

async function tryExample(workshop: Workshop, example: Example, baseUrl: string): Promise<string[]> {
  const [program, args] = await installed(workshop, example);
  const gateway = await recordExchanges(new URL(baseUrl).host);
  try {
    const environment = {
      MCP_URL: `${gateway.url}/mcp`,
      ACCESS_TOKEN: await openAccount(baseUrl, example.file.replace('.', '-')),
    };
    const { code, stdout, stderr } = await workshop.attempt(program, args, { environment });
    if (code !== 0) return [`ended with code ${code}: ${stderr.trim().split('\n').slice(-3).join(' ')}`];
    const faults: string[] = [];
    if (!/^\d+ tools;/.test(stdout)) faults.push(`listed no tools: ${stdout.slice(0, 200)}`);
    if (!NO_ORDERS.test(stdout))
      faults.push(`did not read the list of an empty account: ${stdout.slice(0, 200)}`);
    if (gateway.exchanges.length > MOST_REQUESTS) faults.push(`took ${gateway.exchanges.length} requests`);
    return faults;
  } finally {
    await gateway.close();
  }
}

/** Puts the example beside its packages. @returns how it is run */
async function installed(workshop: Workshop, { file, packages }: Example): Promise<[string, string[]]> {
  // A file named like the package that it imports would be imported in its place.
  const copy = join(workshop.folder, `try/example${file.slice(file.lastIndexOf('.'))}`);
  mkdirSync(join(workshop.folder, 'try'), { recursive: true });
  cpSync(join(EXAMPLES, file), copy);
  if (file.endsWith('.py')) return [join(await workshop.python(packages), 'python'), [copy]];
  if (file.endsWith('.mjs')) {
    await workshop.npm(packages);
    return [process.execPath, [copy]];
  }
  const inside = { folder: join(workshop.folder, 'try'), timeout: 600_000 };
  await workshop.attempt('go', ['mod', 'init', 'parcelyard.example/try'], inside);
  await workshop.run('go', ['get', ...packages], inside);
  await workshop.run('go', ['mod', 'tidy'], inside);
  await workshop.run('go', ['build', '-o', 'walk', '.'], inside);
  return [join(inside.folder, 'walk'), []];
}
