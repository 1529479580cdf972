import type { ComponentChildren } from 'preact';

interface Props {
  title?: string;
  lead?: ComponentChildren;
  /** Beside the title: a badge or a small button. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

/** One subject on a page. */
export const Card = ({ title, lead, aside, children }: Props) => (
  <section class="card">
    {title !== undefined && (
      <div class="card-head">
        <h2>{title}</h2>
        {aside}
        {lead && <p>{lead}</p>}
      </div>
    )}
    <div class="stack">{children}</div>
  </section>
);
