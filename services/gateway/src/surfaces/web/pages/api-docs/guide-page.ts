import type { ComponentChildren } from 'preact';

export interface GuidePage {
  readonly path: string;
  readonly title: string;
  /** The page's name in the side list. */
  readonly short: string;
  /**
   * The page in one sentence, for search engines. If `lead` is absent, the sentence is also shown under the heading.
   */
  readonly description: string;
  readonly lead?: ComponentChildren;
  /** Buttons for the whole page. */
  readonly actions?: ComponentChildren;
  readonly body: ComponentChildren;
}
