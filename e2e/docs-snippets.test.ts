import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver } from '@parcelyard/testing/start-receiver';
import { exampleFiller, type OpenApi } from './support/docs/fill-example';
import { prepareShop } from './support/docs/prepare-shop';
import { type PageSnippet, readSnippets } from './support/docs/read-snippets';
import { runCode } from './support/docs/run-code';
import { type Delivery, type Language, runReceiver } from './support/docs/run-receiver';
import { runSamples } from './support/docs/run-samples';
import { runTypeScript } from './support/docs/run-typescript';
import { type InstalledClient, installClient } from './support/installed-client';
import { signUp } from './support/sign-up';
import { type Stack, startStack } from './support/start-stack';
import { signatureOf } from './support/webhook-signature';

const LANGUAGES = ['curl', 'typescript', 'python'] as const;
const PARTNER_KEY = 'partner-key-of-the-docs';

describe('the guide of the REST API, followed step by step', () => {
  let stack: Stack;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let folder: string;
  let snippets: readonly PageSnippet[];
  let client: InstalledClient;
  beforeAll(async () => {
    receiver = await startReceiver();
    [stack, folder] = await Promise.all([
      startStack({ EGRESS_ALLOW: receiver.host, PARTNER_KEYS: PARTNER_KEY }),
      mkdtemp(join(tmpdir(), 'parcelyard-docs-')),
    ]);
    const { baseUrl } = stack.file();
    const pages = await Promise.all(['', '/webhooks'].map((page) => fetch(`${baseUrl}/public/docs${page}`)));
    const html = await Promise.all(pages.map((page) => page.text()));
    snippets = html.flatMap(readSnippets);
    client = await installClient(`${stack.file().baseUrl}/public/client.tgz`);
  });
  afterAll(async () => {
    receiver.close();
    await stack.remove();
    await Promise.all([client.remove(), rm(folder, { recursive: true, force: true })]);
  });

  const readDocument = async () =>
    (await (await fetch(`${stack.file().baseUrl}/public/openapi.json`)).json()) as OpenApi;
  const placeOf = (language: Language) => (language === 'typescript' ? client.folder : folder);
  const codeOf = (id: string) => {
    const found = snippets.find((snippet) => snippet.id === id);
    if (!found) throw new Error(`The page has no block ${id}.`);
    return found.code;
  };
  const walkOf = (language: Language) =>
    snippets
      .filter(({ id }) => id.startsWith('walk-') && id.endsWith(`-${language}`))
      .map(({ code }) => code);

  /**
   * Does the first two steps of the page's tutorial in the browser. Returns the commands that the settings page shows
   * for the terminal.
   */
  async function newShop(): Promise<string> {
    const { visitor } = await signUp(stack.file().baseUrl);
    await visitor.press(await visitor.open('/settings/billing'), 'Save amount', { auto_recharge: '25' });
    const { html } = await visitor.press(await visitor.open('/settings/api'), 'Show API key');
    const [, shown = ''] = /<code>(export BASE_URL=[^<]*)<\/code>/.exec(html) ?? [];
    return shown.replaceAll('&#39;', "'");
  }

  /** The script of each language. The first step is for the terminal; the other steps are one program. */
  const SCRIPTS: Readonly<Record<Language, (steps: readonly string[]) => string>> = {
    curl: (steps) => steps.join('\n'),
    typescript: ([setUp, ...program]) =>
      `${setUp}\ncat > label.mjs <<'PROGRAM'\n${program.join('\n')}\nPROGRAM\nnode label.mjs`,
    python: ([setUp, ...program]) =>
      `${setUp}\ncat > label.py <<'PROGRAM'\n${program.join('\n')}\nPROGRAM\npython3 label.py`,
  };

  it.each(LANGUAGES)(
    'leads to a bought, printed and voided label with copied code, in %s [REST-D9]',
    async (language) => {
      const cwd = join(folder, `walk-${language}`);
      const keys = await newShop();
      expect(keys.split('\n')[0]).toBe(codeOf('walk-key').split('\n')[0]);
      const script = `mkdir -p ${cwd} && cd ${cwd} && set -e\n${keys}\n${SCRIPTS[language](walkOf(language))}\nfind . -name label.pdf | xargs head -c 4`;
      const { code, output } = await runCode('sh', [], { cwd: folder, env: {}, input: script });
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/%PDF$/) });
      expect(output).toMatch(/Order \d+\n.+ dollars\nTracking number \d+/);
    },
  );

  /** These operations delete or replace something that other operations need, so they run last. */
  const LAST = ['deleteWebhook', 'refreshToken'];
  const inOrder = (samples: readonly PageSnippet[]) => [
    ...samples.filter(({ id }) => !LAST.includes(id)),
    ...samples.filter(({ id }) => LAST.includes(id)),
  ];

  it('shows a working call of every operation, in TypeScript with our client [REST-D9]', async () => {
    const { baseUrl } = stack.file();
    const document = await readDocument();
    const shop = await prepareShop(stack, receiver.url('/typescript'));
    const samples = inOrder(samplesOf(document));
    const failures = await runTypeScript(samples.map(exampleFiller(document, shop)), {
      cwd: client.folder,
      env: { BASE_URL: baseUrl, ACCESS_TOKEN: shop.accessToken, PARTNER_KEY },
    });
    expect(samples.length).toBeGreaterThan(30);
    expect(failures).toEqual([]);
  });

  it.each(['curl', 'python'] as const)(
    'shows a working call of every operation, in %s [REST-D9]',
    async (language) => {
      const { baseUrl } = stack.file();
      const document = await readDocument();
      const ids = inOrder(samplesOf(document)).map(({ id }) => id);
      const pages = await Promise.all(
        ids.map(async (id) => (await fetch(`${baseUrl}/public/docs/reference/${id}`)).text()),
      );
      const shown = pages.flatMap(readSnippets);
      const samples = ids.map((id) => ({
        id,
        code: shown.find((snippet) => snippet.id === `${id}-${language}`)?.code ?? '',
      }));
      const shop = await prepareShop(stack, receiver.url(`/${language}`));
      const failures = await runSamples(language, samples.map(exampleFiller(document, shop)), {
        cwd: folder,
        env: { BASE_URL: baseUrl, ACCESS_TOKEN: shop.accessToken, PARTNER_KEY },
      });
      expect(failures).toEqual([]);
    },
  );

  it('has TypeScript that compiles [REST-D9]', async () => {
    const ofOperations = samplesOf(await readDocument());
    const modules = {
      'label.mts': walkOf('typescript').slice(1).join('\n'),
      ...Object.fromEntries(ofOperations.map(({ id, code }) => [`${id}.mts`, code])),
    };
    expect(Object.keys(modules).length).toBeGreaterThan(30);
    const typeRoots = [join(process.cwd(), 'node_modules/@types')];
    const options = { module: 'nodenext', typeRoots, types: ['node'], skipLibCheck: true };
    expect(await client.check(modules, options)).toBe('');
  });

  it.each(LANGUAGES)(
    'verifies our webhook deliveries and refuses others, in %s [REST-D9]',
    async (language) => {
      const code = codeOf(`verify-webhook-${language}`);
      const place = { cwd: placeOf(language), signingSecret: 'whsec_of_the_docs' };
      const now = String(Math.floor(Date.now() / 1_000));
      const body = '{"EventId":7,"EventType":"label_printed","Id":10031,"LastName":"Müller"}';
      const sign = (timestamp: string, secret = place.signingSecret) => {
        const headers = { 'x-ship-timestamp': timestamp };
        return signatureOf({ path: '', method: '', headers, body }, secret);
      };
      const takes = async (delivery: Partial<Delivery>) => {
        const whole = { timestamp: now, signature: sign(now), body, ...delivery };
        return (await runReceiver(language, code, whole, place)).code === 0;
      };
      const old = String(Number(now) - 301);
      expect(await takes({})).toBe(true);
      expect(await takes({ signature: `${sign(now, 'whsec_new')},${sign(now)}` })).toBe(true);
      expect(await takes({ signature: sign(now, 'whsec_other') })).toBe(false);
      expect(await takes({ body: body.replace('7', '8') })).toBe(false);
      expect(await takes({ timestamp: old, signature: sign(old) })).toBe(false);
    },
  );
});

/** Returns the samples of our client; each has the name of its operation. */
const samplesOf = ({ paths }: OpenApi): PageSnippet[] =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, 'x-codeSamples': samples = [] }) =>
      samples.map(({ source }) => ({ id: operationId, code: source })),
    ),
  );
