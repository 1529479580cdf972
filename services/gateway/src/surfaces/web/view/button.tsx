import type { ComponentChildren } from 'preact';

interface Props {
  look?: 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small' | 'wide';
  /** What the form sends when this button sends it. */
  name?: string;
  value?: string;
  children: ComponentChildren;
}

const classes = (look: Props['look'] = 'plain', size: Props['size'] = 'normal') =>
  ['button', look, size].filter((part) => part !== 'plain' && part !== 'normal').join(' ');

/** Sends the form that it stands in. */
export const Button = ({ look, size, name, value, children }: Props) => (
  <button type="submit" class={classes(look, size)} name={name} value={value}>
    {children}
  </button>
);

/** A link that is as weighty as a button. */
export const ButtonLink = ({
  href,
  look,
  size,
  children,
}: Omit<Props, 'name' | 'value'> & { href: string }) => (
  <a href={href} class={classes(look, size)}>
    {children}
  </a>
);
