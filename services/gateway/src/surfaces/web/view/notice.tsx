import type { ComponentChildren } from 'preact';

interface Props {
  tone: 'info' | 'good' | 'warn' | 'bad';
  children: ComponentChildren;
}

/** What just happened, or what stands in the way; read out by screen readers when the page opens. */
export const Notice = ({ tone, children }: Props) => (
  <div class={tone === 'info' ? 'notice' : `notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);
