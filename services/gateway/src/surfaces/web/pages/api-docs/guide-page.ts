import type { ComponentChildren } from 'preact';

/** A page of the guide. */
export interface GuidePage {
  readonly path: string;
  /** Its heading. */
  readonly title: string;
  /** Its name in the side list. */
  readonly short: string;
  /** What the page says, in a sentence: for search engines, and under its heading where there is no `lead`. */
  readonly description: string;
  readonly lead?: ComponentChildren;
  /** Buttons for the whole page. */
  readonly actions?: ComponentChildren;
  readonly body: ComponentChildren;
}
