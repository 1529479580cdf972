import type { Readable } from 'node:stream';
import type { ComponentChildren } from 'preact';

/** A change of the session cookie. */
export type SessionChange = { readonly begin: string; readonly endsAt: Date } | 'end';

interface Common {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page in the common frame. */
export interface Page extends Common {
  readonly kind: 'page';
  readonly title: string;
  readonly body: ComponentChildren;
  /** One sentence for search engines. */
  readonly description?: string;
  /** Set for a page with a single form. Such a page is narrower. */
  readonly narrow?: boolean;
  /** For a page with one question. It has no navigation and no other form. */
  readonly alone?: boolean;
  /**
   * Other origins to which the page's forms may redirect. The page's policy must allow these origins, because browsers
   * apply `form-action` also to a redirect that answers a form.
   */
  readonly formTargets?: readonly string[];
  readonly session?: SessionChange;
}

/** A redirect to another URL. After a form the browser always uses GET. */
export interface Redirect extends Common {
  readonly kind: 'redirect';
  readonly to: string;
  readonly session?: SessionChange;
}

/** A file to save, streamed as fast as the visitor reads it. */
export interface Download extends Common {
  readonly kind: 'download';
  readonly type: string;
  /** The name may only have letters, digits, dots and dashes. */
  readonly fileName: string;
  readonly content: Readable;
}

/** An answer that is not a page in the common frame: data for our scripts, or a document with its own policy. */
export interface Text extends Common {
  readonly kind: 'text';
  readonly type: string;
  readonly content: string;
}

export type Answer = Page | Redirect | Download | Text;

type PageOptions = Partial<
  Pick<Page, 'status' | 'description' | 'narrow' | 'alone' | 'formTargets' | 'headers' | 'session'>
>;

export const page = (title: string, body: ComponentChildren, options: PageOptions = {}): Page => ({
  kind: 'page',
  status: 200,
  title,
  body,
  ...options,
});

export const redirect = (to: string, session?: SessionChange): Redirect => ({
  kind: 'redirect',
  status: 303,
  to,
  ...(session && { session }),
});

export const download = (fileName: string, type: string, content: Readable): Download => ({
  kind: 'download',
  status: 200,
  type,
  fileName,
  content,
});

export const text = (type: string, content: string, headers: Common['headers'] = {}): Text => ({
  kind: 'text',
  status: 200,
  type,
  content,
  headers,
});
