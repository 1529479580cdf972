import type { ComponentChildren } from 'preact';

/** A page of the guide. */
export interface GuidePage {
  readonly path: string;
  /** Its heading. */
  readonly title: string;
  /** Its name in the side list. */
  readonly short: string;
  /** What the page says, in a sentence: under its heading, and for search engines. */
  readonly description: string;
  readonly body: ComponentChildren;
}
