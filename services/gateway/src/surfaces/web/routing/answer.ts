import type { Readable } from 'node:stream';
import type { ComponentChildren } from 'preact';

/** What to do with the session's cookie. */
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
  /** A single form has less width than a page. */
  readonly narrow?: boolean;
  /** Asks one thing, so that nothing stands beside it: no navigation, no other form. */
  readonly alone?: boolean;
  /** Origins beside our own to which the page's forms may lead; browsers hold redirects after a form to it, too. */
  readonly formTargets?: readonly string[];
  readonly session?: SessionChange;
}

/** Somewhere else; after a form always by GET. */
export interface Redirect extends Common {
  readonly kind: 'redirect';
  readonly to: string;
  readonly session?: SessionChange;
}

/** A file to keep, sent as fast as the visitor takes it. */
export interface Download extends Common {
  readonly kind: 'download';
  readonly type: string;
  /** Letters, digits, dots and dashes alone. */
  readonly fileName: string;
  readonly content: Readable;
}

export type Answer = Page | Redirect | Download;

type PageOptions = Partial<Pick<Page, 'status' | 'narrow' | 'alone' | 'formTargets' | 'headers' | 'session'>>;

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
