import type { ComponentChildren } from 'preact';

interface Props {
  title: string;
  /** What the page is for, in a sentence. */
  lead?: ComponentChildren;
  /** Buttons that concern the whole page. */
  actions?: ComponentChildren;
}

/** The one first-level heading of a page. */
export const PageHead = ({ title, lead, actions }: Props) => (
  <div class="page-head">
    <div>
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </div>
    {actions && <div class="row">{actions}</div>}
  </div>
);
