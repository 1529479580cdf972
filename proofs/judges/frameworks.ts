import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Judge } from '../judge';
import { openAccount } from '../open-account';
import { recordExchanges } from '../record-exchanges';
import { withStack } from '../with-stack';
import { isOnPath, openWorkshop, type Workshop } from '../workshop';

const EXAMPLES = 'examples/clients';
/**
 * An example must use one session, so it may make at most this many requests. Usually the requests are: `initialize`,
 * the notification after it, the list of tools, a call of a tool, a request for a stream, which the product refuses,
 * and a request that ends the session. A client that opens a session for each call needs more requests than the
 * maximum.
 */
const MOST_REQUESTS = 8;
const NO_ORDERS = /"?total"?['"\\]*[:=] ?0\b|\b0 orders\b|total:0/;

/** The program that builds or runs an example, by file name extension. Examples in Python and Node.js need no entry. */
const PROGRAMS: Readonly<Record<string, string>> = { '.go': 'go', '.java': 'mvn' };

/** A file of docs/clients.md, and the packages with which it is tried. */
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
  { file: 'google-adk.py', packages: ['google-adk==2.13.0', 'mcp==2.3.0'] },
  { file: 'crewai.py', packages: ['crewai==1.15.30', 'crewai-tools[mcp]==1.15.30'] },
  { file: 'smolagents.py', packages: ['smolagents[mcp]==1.26.0', 'mcp<2'] },
  { file: 'agent-framework.py', packages: ['agent-framework-core==1.23.0', 'mcp==2.3.0', 'tenacity==9.2.1'] },
  { file: 'mcp-use.py', packages: ['mcp-use==1.7.1', 'mcp<2', 'websockets==17.4'] },
  { file: 'haystack.py', packages: ['haystack-ai==3.4.1', 'mcp-haystack==2.1.1'] },
  { file: 'dspy.py', packages: ['dspy==3.4.1', 'mcp<2'] },
  { file: 'autogen.py', packages: ['autogen-ext[mcp]==0.7.5', 'autogen-agentchat==0.7.5', 'mcp<2'] },
  { file: 'typescript-sdk.mjs', packages: ['@modelcontextprotocol/sdk@1.32.2'] },
  { file: 'ai-sdk.mjs', packages: ['ai@7.0.173', '@ai-sdk/mcp@2.0.99', 'zod@4'] },
  { file: 'langchain.mjs', packages: ['@langchain/mcp-adapters@1.1.4', '@langchain/core@1'] },
  { file: 'openai-agents.mjs', packages: ['@openai/agents@0.20.0', 'zod@4'] },
  { file: 'go-sdk.go', packages: ['github.com/modelcontextprotocol/go-sdk@v1.8.0'] },
  { file: 'mcp-go.go', packages: ['github.com/mark3labs/mcp-go@v1.2.1'] },
  { file: 'java-sdk.java', packages: ['io.modelcontextprotocol.sdk:mcp:2.1.0'] },
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
        const needed = PROGRAMS[extname(example.file)];
        if (needed && !isOnPath(needed)) {
          skipped.push(`${example.file} needs ${needed}`);
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
    return { version, checked, faults, figures: skipped };
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
    // Some examples print another line before the list.
    if (!/^\d+ tools;/m.test(stdout)) faults.push(`listed no tools: ${stdout.slice(0, 200)}`);
    if (!NO_ORDERS.test(stdout))
      faults.push(`did not read the list of an empty account: ${stdout.slice(0, 200)}`);
    if (gateway.exchanges.length > MOST_REQUESTS) faults.push(`took ${gateway.exchanges.length} requests`);
    return faults;
  } finally {
    await gateway.close();
  }
}

/**
 * Installs the packages, and puts the example next to them.
 * @returns the program and the arguments that run the example
 */
async function installed(workshop: Workshop, { file, packages }: Example): Promise<[string, string[]]> {
  // The copy is named `example`. A file with the name of a package would be imported instead of that package.
  const copy = join(workshop.folder, `try/example${file.slice(file.lastIndexOf('.'))}`);
  mkdirSync(join(workshop.folder, 'try'), { recursive: true });
  cpSync(join(EXAMPLES, file), copy);
  if (file.endsWith('.py')) return [join(await workshop.python(packages), 'python'), [copy]];
  if (file.endsWith('.mjs')) {
    await workshop.npm(packages);
    return [process.execPath, [copy]];
  }
  const inside = { folder: join(workshop.folder, 'try'), timeout: 600_000 };
  if (file.endsWith('.java')) {
    const [artifact] = packages;
    const library = join(inside.folder, 'lib');
    writeFileSync(join(inside.folder, 'pom.xml'), pomOf(artifact as string));
    const copy = ['-q', 'dependency:copy-dependencies', `-DoutputDirectory=${library}`];
    await workshop.run('mvn', copy, inside);
    return ['java', ['-cp', `${library}/*`, join(inside.folder, 'example.java')]];
  }
  await workshop.attempt('go', ['mod', 'init', 'parcelyard.example/try'], inside);
  await workshop.run('go', ['get', ...packages], inside);
  await workshop.run('go', ['mod', 'tidy'], inside);
  await workshop.run('go', ['build', '-o', 'walk', '.'], inside);
  return [join(inside.folder, 'walk'), []];
}

function pomOf(artifact: string): string {
  const [group, name, version] = artifact.split(':');
  const dependency = `<groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>`;
  return [
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>',
    '<groupId>example</groupId><artifactId>try</artifactId><version>1</version>',
    `<dependencies><dependency>${dependency}</dependency></dependencies></project>`,
  ].join('\n');
}
