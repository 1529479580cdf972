import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Stack, startStack } from './support/start-stack';

const run = promisify(execFile);
const root = resolve(__dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

/**
 * Returns the contents of the README's fenced blocks in this language. If `language` is empty, returns the blocks that
 * name no language.
 */
const blocks = (language: string): string[] =>
  [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , content]) => content as string);

const commands = blocks('sh').flatMap((block) =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#')),
);

describe('the README', () => {
  it('shows how to run, use and test it', () => {
    expect(commands).toEqual(expect.arrayContaining(['make up', 'make test', 'npx shipctl ledger verify']));
  });

  it.each(commands)('names an existing command: %s', (command) => {
    const [program, ...words] = command.split(/\s+/) as [string, ...string[]];
    switch (program) {
      case 'make':
        for (const target of words.filter((word) => !word.includes('=')))
          expect(makeTargets()).toContain(target);
        break;
      case 'npm':
        expect(npmCommand(words)).toBe('there');
        break;
      case 'npx':
        expect(existsSync(join(root, 'node_modules/.bin', words[0] as string))).toBe(true);
        break;
      case 'node':
        expect(existsSync(join(root, words[0] as string))).toBe(true);
        break;
      default:
        throw new Error(`Say in this test how to see that "${program}" is there.`);
    }
  });

  it.each([...environmentVariables()])('explains an existing variable: %s', (variable) => {
    expect(configurations()).toMatch(new RegExp(`\\b${variable}\\b`));
  });
});

describe('every page of the documentation', () => {
  it.each(pages())('links to existing files: %s', (page) => {
    expect(linkedFiles(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('the commands to paste from the README and the stack', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.remove());

  const filledIn = (text: string) => {
    const { baseUrl, demo } = stack.file();
    return text.replaceAll('http://127.0.0.1:8080', baseUrl).replaceAll('<ACCESS_TOKEN>', demo.accessToken);
  };

  it("the README's first call returns orders", async () => {
    const curl = blocks('').find((block) => block.startsWith('curl '));
    expect(await orderCount(filledIn(curl as string))).toBe(3);
  });

  it("the README's REST calls create an order and find it", async () => {
    const commands = blocks('')
      .filter((block) => block.includes('/public/'))
      .flatMap((block) => block.split('\n\n'));
    const answers: { success: boolean; result: unknown }[] = [];
    for (const command of commands) answers.push(await sendCurl(filledIn(command)));
    const [made, found] = answers;
    expect(made).toMatchObject({ success: true, result: { invoiceNumber: 'INV-1001', total: 25 } });
    expect(found?.result).toEqual([made?.result]);
  });

  it('the first call that a started stack prints returns orders', async () => {
    const [curl] = /^ *curl [\s\S]*?'$(?!\\)/m.exec(stack.output().replaceAll('\\\n', ' ')) ?? [];
    expect(await orderCount(curl as string)).toBe(3);
  });

  it("the README's client set-up connects to the tools", async () => {
    const { mcpServers } = JSON.parse(filledIn(blocks('json')[0] as string)) as {
      mcpServers: { parcelyard: { type: string; url: string; headers: Record<string, string> } };
    };
    const { type, url, headers } = mcpServers.parcelyard;
    expect(type).toBe('http');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(response.status).toBe(200);
  });

  it('npx shipctl ledger verify passes', async () => {
    const { stdout } = await run('npx', ['shipctl', 'ledger', 'verify'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: stack.dataDir },
    });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });
});

async function orderCount(curl: string): Promise<number> {
  const { result } = await sendCurl<{ result: { structuredContent: { orders: unknown[] } } }>(curl);
  return result.structuredContent.orders.length;
}

/** Sends the request of a curl command line, so that no curl is needed. */
async function sendCurl<T>(curl: string): Promise<T> {
  const words = [...curl.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => (quoted ?? bare) as string,
  );
  const after = (flag: string) => words.filter((_word, place) => words[place - 1] === flag);
  const response = await fetch(words.find((word) => word.startsWith('http')) as string, {
    method: after('-d').length > 0 ? 'POST' : 'GET',
    headers: after('-H').map((header) => header.split(/: /, 2) as [string, string]),
    ...(after('-d')[0] === undefined ? {} : { body: after('-d')[0] as string }),
  });
  return (await response.json()) as T;
}

function makeTargets(): string[] {
  return [...read('Makefile').matchAll(/^([\w-]+):(?!=)/gm)].map(([, target]) => target as string);
}

function npmCommand([verb, script]: string[]): string {
  if (verb === 'ci' || verb === 'install') return 'there';
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return verb === 'run' && (script as string) in scripts ? 'there' : `no npm ${verb} ${script}`;
}

function pages(): string[] {
  return ['.', 'docs', 'docs/adr']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.md'));
}

function linkedFiles(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => join(dirname(page), target));
}

/** Returns the names in the first column of the README's tables. */
function environmentVariables(): Set<string> {
  return new Set(
    [...readme.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
      [...(cell as string).matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name as string),
    ),
  );
}

/** Returns the files in which the programs declare their variables. */
function configurations(): string {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  return workspaces
    .filter((pattern) => pattern.endsWith('/*'))
    .flatMap((pattern) =>
      readdirSync(join(root, dirname(pattern))).map((name) => `${dirname(pattern)}/${name}`),
    )
    .map((workspace) => `${workspace}/src/config.ts`)
    .filter((file) => existsSync(join(root, file)))
    .concat(sellerDeclarations())
    .map(read)
    .join('\n');
}

/** A seller declares its own variables. */
function sellerDeclarations(): string[] {
  const sellers = 'services/shipping/src/sellers';
  return readdirSync(join(root, sellers))
    .map((name) => `${sellers}/${name}/declaration.ts`)
    .filter((file) => existsSync(join(root, file)));
}
