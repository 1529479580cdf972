import type { ComponentChildren } from 'preact';

interface Props {
  /** Path that the form posts to. */
  action: string;
  csrf: string;
  /** Values that the reader does not choose. */
  hidden?: Readonly<Record<string, string>>;
  class?: string;
  children: ComponentChildren;
}

/** The only way to write a form that changes something: none is without its token. */
export const PostForm = ({ action, csrf, hidden = {}, class: className, children }: Props) => (
  <form method="post" action={action} class={className}>
    <input type="hidden" name="csrf" value={csrf} />
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);
