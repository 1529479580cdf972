import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ADDRESS_CHECKS } from '../../src/values/address-checks';
import { useHost } from './start-view';

type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** The result of an address check. */
export const AddressBadge = ({ status }: { status: string }) => {
  const [tone, words] = ADDRESS_CHECKS[status] ?? ['neutral', status];
  return <Badge tone={tone}>{words}</Badge>;
};

export const Notice = ({
  tone,
  title,
  children,
}: {
  tone: Tone;
  title?: string;
  children: ComponentChildren;
}) => (
  <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {title && <strong>{title}</strong>}
    {children}
  </div>
);

/** A heading. When its content replaces something else, screen readers go to it. */
export function Heading({ children, lead, takesFocus = false }: HeadingProps) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return (
    <header class="head">
      <h1 ref={element} tabIndex={takesFocus ? -1 : undefined}>
        {children}
      </h1>
      {lead && <p class="quiet">{lead}</p>}
    </header>
  );
}

interface HeadingProps {
  readonly children: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly takesFocus?: boolean;
}

type Figure = readonly [name: string, value: ComponentChildren, kind?: 'total'];

/** Names, with their figures on the right. */
export const Figures = ({ rows }: { rows: readonly Figure[] }) => (
  <dl class="figures">
    {rows.map(([name, value, kind]) => (
      <div key={name} class={kind}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const WEB = /^https?:\/\//;

/** A link that the host (the chat program) opens. If it does not, the person can copy the URL. */
export function LinkButton({ href, children, kind = '' }: LinkProps) {
  const { bridge } = useHost();
  const [closed, setClosed] = useState(false);
  if (!WEB.test(href)) return null;
  const open = async () => setClosed(!(await bridge.openLink(href)));
  return closed ? (
    <span class="address">
      {children}: <code>{href}</code>
    </span>
  ) : (
    <button type="button" class={kind} onClick={open}>
      {children}
      <span aria-hidden="true"> ↗</span>
    </button>
  );
}

interface LinkProps {
  readonly href: string;
  readonly children: string;
  readonly kind?: 'primary' | '';
}

/** Says why this connection cannot buy anything. */
export const MayNotBuy = () => (
  <Notice tone="neutral">
    Labels cannot be bought here: this connection is an app that signed in, and such an app cannot spend
    money. To buy labels, use a connection with the access token from account settings.
  </Notice>
);
