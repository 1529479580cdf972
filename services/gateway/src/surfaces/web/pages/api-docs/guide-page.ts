import type { ComponentChildren } from 'preact';

export interface GuidePage {
  readonly path: string;
  readonly title: string;
  /** The page's name in the side list. */
  readonly short: string;
  /** The page in one sentence, for search engines. Without `lead` it is also under the heading. */
  readonly description: string;
  readonly lead?: ComponentChildren;
  /** Buttons for the whole page. */
  readonly actions?: ComponentChildren;
  readonly body: ComponentChildren;
}
