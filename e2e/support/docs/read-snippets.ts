/** A block of code on the page. Its id consists of its name and, if the page shows a language, of that language. */
export interface PageSnippet {
  readonly id: string;
  readonly code: string;
}

const BLOCK =
  /<figure id="([^"]+)"[^>]*>(?:<figcaption>[^<]*<\/figcaption>)?<pre[^>]*><code>([^<]*)<\/code>/g;

/** Returns every block of the page, as a reader copies it. */
export const readSnippets = (html: string): readonly PageSnippet[] =>
  [...html.matchAll(BLOCK)].map(([, id = '', code = '']) => ({ id, code: decoded(code) }));

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const decoded = (html: string): string =>
  html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] as string);
