export interface VisitedPage {
  readonly status: number;
  readonly headers: Headers;
  /** The final path, after redirects. */
  readonly path: string;
  /** Address of another site to which the last answer redirects. The visitor does not follow the redirect. */
  readonly leadsTo: URL | undefined;
  readonly html: string;
  /** The text between tags, with decoded entities. */
  readonly text: string;
}

/** A browser that stores cookies, follows links and sends forms, but runs no scripts. */
export interface Visitor {
  open(path: string): Promise<VisitedPage>;
  /**
   * Opens the page's link with these words.
   * @throws Error when the page has no such link
   */
  click(page: VisitedPage, link: string): Promise<VisitedPage>;
  /**
   * Fills `fields` into the form that has this button, keeps the form's other values, and sends the form.
   * @throws Error when the page has no such button
   */
  press(page: VisitedPage, button: string, fields?: Readonly<Record<string, string>>): Promise<VisitedPage>;
  /** Sends a request unchanged, with the visitor's cookies. Follows no redirects. */
  send(path: string, init?: RequestInit): Promise<Response>;
  readonly cookies: Map<string, string>;
}

const MAX_REDIRECTS = 10;

export function createVisitor(baseUrl: string): Visitor {
  const home = new URL(baseUrl).origin;
  const cookies = new Map<string, string>();
  const targetOf = ({ status, headers }: Response) => {
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    return location === null ? undefined : new URL(location, baseUrl);
  };

  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const kept = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (kept !== '') headers.set('cookie', kept);
    const response = await fetch(new URL(path, baseUrl), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  const follow = async (path: string, init?: RequestInit): Promise<VisitedPage> => {
    let at = path;
    let response = await send(at, { ...init, headers: { accept: 'text/html', ...init?.headers } });
    let target = targetOf(response);
    for (let hops = 0; target?.origin === home && hops < MAX_REDIRECTS; hops += 1) {
      await response.arrayBuffer();
      at = `${target.pathname}${target.search}${target.hash}`;
      response = await send(at, { headers: { accept: 'text/html' } });
      target = targetOf(response);
    }
    const html = await response.text();
    const { status, headers } = response;
    return {
      status,
      headers,
      path: at,
      leadsTo: target,
      html,
      text: decoded(html.replaceAll(/<[^>]*>/g, ' ')),
    };
  };

  return {
    cookies,
    send,
    open: (path) => follow(path),
    click: (page, link) => follow(linkOf(page, link)),
    press: (page, button, fields = {}) => {
      const { action, values } = formOf(page, button);
      const body = new URLSearchParams({ ...values, ...fields }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return follow(action, { method: 'POST', headers, body });
    },
  };
}

function linkOf(page: VisitedPage, words: string): string {
  for (const [, opening = '', inside = ''] of page.html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)) {
    const href = attribute(opening, 'href');
    if (href !== undefined && wordsOf(inside) === words) return href;
  }
  throw new Error(`No link "${words}" on ${page.path}:\n${page.text}`);
}

const wordsOf = (html: string): string => decoded(html.replaceAll(/<[^>]*>/g, '')).trim();

export function formOf(page: VisitedPage, button: string) {
  for (const [, opening = '', inside = ''] of page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
    const pressed = [...inside.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].find(
      ([, , label = '']) => wordsOf(label) === button,
    );
    if (!pressed) continue;
    const inputs = [...inside.matchAll(/<input\b([^>]*)>/g)].map(([, input = '']) => input);
    const named = [...inputs, pressed[1] ?? ''].filter((tag) => attribute(tag, 'name') !== undefined);
    return {
      action: attribute(opening, 'action') ?? page.path,
      values: Object.fromEntries(
        named.map((tag) => [attribute(tag, 'name') as string, attribute(tag, 'value') ?? '']),
      ),
    };
  }
  throw new Error(`No form with a button "${button}" on ${page.path}:\n${page.text}`);
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (entity, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? entity),
  );
