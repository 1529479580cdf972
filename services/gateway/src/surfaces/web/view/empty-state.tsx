import type { ComponentChildren } from 'preact';

interface Props {
  title: string;
  children: ComponentChildren;
}

/** In the place of a list that has nothing in it: why, and what to do about it. */
export const EmptyState = ({ title, children }: Props) => (
  <div class="card empty">
    <h2>{title}</h2>
    {children}
  </div>
);
