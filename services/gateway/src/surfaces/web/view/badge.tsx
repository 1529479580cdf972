interface Props {
  tone?: 'neutral' | 'good' | 'warn' | 'bad' | 'accent';
  children: string;
}

/** A state in one or two words. */
export const Badge = ({ tone = 'neutral', children }: Props) => (
  <span class={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>
);
