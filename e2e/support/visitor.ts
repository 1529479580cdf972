/** A person with a browser: follows links and fills in forms over HTTP, with a cookie jar of their own. */
export interface Visitor {
  /** Opens an address and follows redirects, but never to another site. */
  open(address: string): Promise<VisitedPage>;
  signIn(email: string, password: string): Promise<VisitedPage>;
  /** Values of the cookies that the visitor has now. */
  cookies(): string[];
}

export interface VisitedPage {
  readonly status: number;
  /** Where the visitor is now. */
  readonly url: URL;
  readonly html: string;
  readonly headers: Headers;
  /** Address of another site to which the page led. */
  readonly leadsTo: URL | undefined;
  /** Sends the form that has a field or button of this name, with its hidden fields and these values. */
  submit(name: string, values: Record<string, string>): Promise<VisitedPage>;
}

const MOST_REDIRECTS = 10;

export function createVisitor(baseUrl: string): Visitor {
  const cookies = new Map<string, string>();

  const request = async (url: URL, form?: URLSearchParams): Promise<Response> => {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: form.toString() }),
    });
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    return response;
  };

  const visit = async (start: URL, form?: URLSearchParams): Promise<VisitedPage> => {
    let url = start;
    let response = await request(url, form);
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      const location = response.headers.get('location');
      const target = location === null ? undefined : new URL(location, url);
      if (!target || target.origin !== new URL(baseUrl).origin) {
        return toPage(response, url, await response.text(), target);
      }
      await response.arrayBuffer();
      url = target;
      response = await request(url);
    }
    throw new Error(`${start.pathname} leads in a circle.`);
  };

  const toPage = (response: Response, url: URL, html: string, leadsTo: URL | undefined): VisitedPage => ({
    ...{ status: response.status, headers: response.headers, url, html, leadsTo },
    submit: (name, values) => {
      const form = formsIn(html).find(({ fields }) => fields.has(name));
      if (!form) throw new Error(`${url.pathname} (${response.status}) has no form with "${name}".\n${html}`);
      const body = new URLSearchParams({ ...form.hidden, ...values });
      return visit(new URL(form.action ?? url, url), body);
    },
  });

  const open = (address: string) => visit(new URL(address, baseUrl));
  return {
    open,
    cookies: () => [...cookies.values()],
    signIn: async (email, password) => (await open('/signin')).submit('password', { email, password }),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}

interface Form {
  readonly action: string | undefined;
  readonly fields: ReadonlySet<string>;
  readonly hidden: Readonly<Record<string, string>>;
}

/** Reads the forms of a page that the product wrote itself. */
function formsIn(html: string): Form[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inner = '']) => {
    const controls = [...inner.matchAll(/<(?:input|button|select|textarea)([^>]*)>/g)].map(
      ([, text = '']) => text,
    );
    const named = controls.map((text) => [attribute(text, 'name') ?? '', text] as const);
    const hidden = named.filter(([, text]) => attribute(text, 'type') === 'hidden');
    return {
      action: attribute(attributes, 'action'),
      fields: new Set(named.map(([name]) => name)),
      hidden: Object.fromEntries(hidden.map(([name, text]) => [name, attribute(text, 'value') ?? ''])),
    };
  });
}

const attribute = (text: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
};
