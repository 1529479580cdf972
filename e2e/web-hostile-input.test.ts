import { createVisitor, type Visitor } from '@parcelyard/testing/visitor';
import { createOrder, openShop } from './support/shop';
import { PASSWORD } from './support/sign-up';
import { type Stack, startStack } from './support/start-stack';
import { type WebInput, webInputs } from './support/web-inputs';

/** Percent-encoded values for a query or a form. */
const HOSTILE: Readonly<Record<string, string>> = {
  nothing: '',
  'a negative number': '-1',
  'a fraction': '1.5',
  'no number': 'NaN',
  infinity: '1e999',
  'more than 64 bits': '99999999999999999999',
  'more than JavaScript counts': '9007199254740993',
  'the digits of another script': '%D9%A1%D9%A2%D9%A3',
  NUL: '%00',
  'NUL inside': '1%00',
  'a lone surrogate': '%ED%A0%80',
  'bytes that are no UTF-8': '%FF%FE',
  'a cut-off percent': '%',
  'a wrong percent': '%zz%u0041',
  'control characters': '%0D%0A%1B%E2%80%AE',
  'a prototype': '__proto__',
  'a constructor': 'constructor',
  'a method of objects': 'toString',
  JSON: '%7B%22%24gt%22%3A%22%22%7D',
  'nested lists': '%5B'.repeat(5_000),
  markup: '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'a path': '..%2F..%2Fetc%2Fpasswd',
  'another site': '%2F%2Fevil.example',
  'a script as an address': 'javascript%3Aalert(1)',
  'an address without a host': 'https%3A%2F%2F',
  'a day that no month has': '2026-02-30',
  'a month that no year has': '2026-13',
  'the last day of time': '275760-09-14',
  'a day before time': '-000001-01-01',
  'a thousand words': 'word%20'.repeat(1_000),
};

const endsSession = ({ path }: { path: string }) => path === '/signout' || path === '/settings/account';

/** Names that no page reads. */
const UNREAD: ReadonlySet<string> = new Set(['never_heard_of', '__proto__']);
/** Values that can break a parser. Only these are sent under a name that no page reads. */
const FOR_PARSERS: ReadonlySet<string> = new Set([
  ...['NUL', 'a lone surrogate', 'bytes that are no UTF-8', 'a cut-off percent', 'a wrong percent'],
  ...['a prototype', 'nested lists'],
]);

/**
 * Returns pairs of a description and a part of a query. The part gives this name a hostile value, or several values at
 * once.
 */
const hostile = (name: string): [string, string][] => {
  const key = encodeURIComponent(name);
  const values = Object.entries(HOSTILE).filter(([what]) => !UNREAD.has(name) || FOR_PARSERS.has(what));
  return [
    ...values.map(([what, value]): [string, string] => [what, `${key}=${value}`]),
    ['a list', `${key}=1&${key}=2`],
    ['a list as PHP writes it', `${key}[]=1&${key}[]=2`],
    ['an operator', `${key}[$gt]=`],
  ];
};

const AT_ONE_TIME = 6;

async function inTurns<T>(items: readonly T[], ask: (item: T) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < items.length; at += AT_ONE_TIME)
    found.push(...(await Promise.all(items.slice(at, at + AT_ONE_TIME).map(ask))).flat());
  return found;
}

describe('a page does not break with hostile input in', () => {
  let stack: Stack;
  let inputs: WebInput[];
  let email: string;
  let orderId: string;
  beforeAll(async () => {
    // This test has its own stack, because wrong passwords block this machine's network address for a while.
    stack = await startStack();
    inputs = await webInputs();
    const shop = await openShop(stack);
    email = shop.account.email;
    orderId = String(await createOrder(shop.mcp));
  });
  afterAll(() => stack.remove());

  const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

  /**
   * Creates a visitor, signed in where the page requires that, and returns the visitor and the token of the visitor's
   * forms.
   */
  async function visit(access: WebInput['access']): Promise<{ visitor: Visitor; csrf: string }> {
    const visitor = createVisitor(stack.file().baseUrl);
    if (access === 'owner')
      await visitor.press(await visitor.open('/signin'), 'Sign in', { email, password: PASSWORD });
    const { html } = await visitor.open(access === 'owner' ? '/settings/account' : '/signin');
    return { visitor, csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '' };
  }

  /** Returns a sentence when an answer shows a fault that no page should have; otherwise returns nothing. */
  async function broken(
    visitor: Visitor,
    path: string,
    init: RequestInit,
    what: string,
    isOwn = false,
  ): Promise<string[]> {
    const response = await visitor.send(path, init);
    const text = await response.text();
    const reference = /reference [\w-]+/.exec(text)?.[0] ?? '';
    const said = `${init.method ?? 'GET'} ${path.slice(0, 80)}: ${what}: ${response.status} ${reference}`;
    // A 403 or a redirect to the sign-in means that the form's page was not run, so nothing was tested.
    const missed =
      isOwn && (response.status === 403 || response.headers.get('location')?.startsWith('/signin'));
    return response.status >= 500 || missed ? [said] : [];
  }

  /** Replaces every parameter of a path with `value`; by default, with the id of the account's order. */
  const place = (path: string, value = orderId) => path.replaceAll(/:\w+/g, value);

  it('a query', async () => {
    const { visitor } = await visit('owner');
    const guest = await visit('guest');
    const pages = inputs.filter(({ method }) => method === 'GET');
    expect(pages.length).toBeGreaterThan(20);
    const requests = pages.flatMap(({ path, access, query }) =>
      [...query, ...UNREAD].flatMap((name) =>
        hostile(name).map(([what, text]) => ({
          access,
          url: `${place(path)}?${text}`,
          what: `${name}: ${what}`,
        })),
      ),
    );
    const found = await inTurns(requests, ({ access, url, what }) =>
      broken(access === 'guest' ? guest.visitor : visitor, url, { headers: { accept: 'text/html' } }, what),
    );
    expect(found).toEqual([]);
  }, 300_000);

  it('a part of the path', async () => {
    const { visitor, csrf } = await visit('owner');
    const parts = [
      '-1',
      '0',
      '1e9',
      '99999999999999999999',
      '%00',
      '%',
      '%zz',
      '%ED%A0%80',
      '__proto__',
      'toString',
      '%2e%2e',
      'x'.repeat(4_000),
    ];
    const requests = inputs
      .filter(({ path }) => path.includes(':'))
      .flatMap(({ method, path }) => parts.map((part) => ({ method, path: place(path, part), part })));
    expect(requests.length).toBeGreaterThan(50);
    const found = await inTurns(requests, ({ method, path, part }) =>
      broken(
        visitor,
        path,
        method === 'GET' ? {} : { method, headers: FORM, body: `csrf=${csrf}` },
        part,
        method === 'POST',
      ),
    );
    expect(found).toEqual([]);
  });

  it('a body that is no valid form', async () => {
    const { visitor, csrf } = await visit('owner');
    const bodies: [string, RequestInit][] = [
      ['nothing', {}],
      ['no token', { headers: FORM, body: 'a=1' }],
      ['a token twice', { headers: FORM, body: `csrf=${csrf}&csrf=${csrf}` }],
      ['a wrong token', { headers: FORM, body: 'csrf=%00%FF' }],
      ['JSON', { headers: { 'content-type': 'application/json' }, body: '['.repeat(60_000) }],
      ['parts', { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }],
      ['bytes', { headers: FORM, body: new Uint8Array(1_000).fill(0xff) }],
      ['too much', { headers: FORM, body: `csrf=${csrf}&a=${'x'.repeat(100_000)}` }],
      ['10,000 fields', { headers: FORM, body: `csrf=${csrf}${'&a=1'.repeat(10_000)}` }],
    ];
    const requests = inputs
      .filter(({ method, path }) => method === 'POST' && path !== '/signout')
      .flatMap(({ path }) => bodies.map(([what, init]) => ({ path: place(path), what, init })));
    const found = await inTurns(requests, ({ path, what, init }) =>
      broken(visitor, path, { ...init, method: 'POST' }, what),
    );
    expect(found).toEqual([]);
  });

  /** Returns the fields of the forms that a page really shows, with their values. */
  async function shownFields(): Promise<Map<string, Map<string, string>>> {
    const { visitor } = await visit('owner');
    const forms = new Map<string, Map<string, string>>();
    for (const { path: page, method, access } of inputs) {
      if (method !== 'GET' || access === 'guest' || page.includes(':')) continue;
      const { html } = await visitor.open(page);
      for (const [, opening = '', inside = ''] of html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
        const action = /action="([^"]*)"/.exec(opening)?.[1] ?? page;
        const fields = forms.get(action) ?? new Map<string, string>();
        for (const [tag, name = ''] of inside.matchAll(
          /<(?:input|select|button|textarea)\b[^>]*?\sname="([^"]*)"[^>]*>/g,
        ))
          if (!fields.has(name)) fields.set(name, /\svalue="([^"]*)"/.exec(tag)?.[1] ?? '');
        forms.set(action, fields);
      }
    }
    expect(forms.size).toBeGreaterThan(10);
    return forms;
  }

  it('a form', async () => {
    const shown = await shownFields();
    // Wrong passwords block an address for a while, so the forms with passwords come last.
    const forms = inputs
      .filter(({ method, access }) => method === 'POST' && access !== 'guest')
      .sort((one, other) => Number(endsSession(one)) - Number(endsSession(other)));
    expect(forms.length).toBeGreaterThan(20);
    let visited = await visit('owner');
    const found: string[] = [];
    for (const { path, form } of forms) {
      const fields = shown.get(path) ?? new Map<string, string>();
      const names = [...new Set([...form, ...fields.keys(), ...UNREAD])];
      const bodies = names
        .filter((name) => name !== 'csrf')
        .flatMap((name) => {
          const others = [...fields].filter(([other]) => other !== name && other !== 'csrf');
          return hostile(name).map(([what, text]) => ({
            what: `${name}: ${what}`,
            text: `${new URLSearchParams(others)}&${text}`,
          }));
        });
      const isLast = endsSession({ path });
      found.push(
        ...(await inTurns(isLast ? bodies.slice(0, 1) : bodies, ({ what, text }) => {
          const body = `csrf=${visited.csrf}&${text}`;
          return broken(visited.visitor, place(path), { method: 'POST', headers: FORM, body }, what, !isLast);
        })),
      );
      if (isLast) visited = await visit('owner');
    }
    expect(found).toEqual([]);
  }, 300_000);

  it('a form without a session', async () => {
    const { visitor, csrf } = await visit('guest');
    const forms = inputs.filter(({ method, access }) => method === 'POST' && access !== 'owner');
    const requests = forms.flatMap(({ path, form }) =>
      form.flatMap((name) =>
        hostile(name).map(([what, text]) => ({ path: place(path), text, what: `${name}: ${what}` })),
      ),
    );
    expect(requests.length).toBeGreaterThan(100);
    const found = await inTurns(requests, ({ path, text, what }) =>
      broken(visitor, path, { method: 'POST', headers: FORM, body: `csrf=${csrf}&${text}` }, what),
    );
    expect(found).toEqual([]);
  });
});
