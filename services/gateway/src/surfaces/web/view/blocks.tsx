import type { ComponentChildren } from 'preact';
import { formatCount } from './format';
import { useFocus } from './forms';

interface PageHeadProps {
  title: string;
  /** What the page is for, in one sentence. */
  lead?: ComponentChildren;
  /** Buttons for the whole page. */
  actions?: ComponentChildren;
}

/** The page's only heading of the first level. */
export const PageHead = ({ title, lead, actions }: PageHeadProps) => (
  <div class="page-head">
    <div>
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </div>
    {actions && <div class="row">{actions}</div>}
  </div>
);

/** A link to the page one level above. */
export const Crumb = ({ href, children }: { href: string; children: string }) => (
  <p class="crumb no-print">
    <a href={href}>{children}</a>
  </p>
);

interface CardProps {
  title?: string;
  lead?: ComponentChildren;
  /** A badge or a small button next to the title. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

/** One subject on a page. */
export const Card = ({ title, lead, aside, children }: CardProps) => {
  // A section needs a heading, so a card without a title is a div.
  const Box = title === undefined ? 'div' : 'section';
  return (
    <Box class="card">
      {title !== undefined && (
        <div class="card-head">
          <h2>{title}</h2>
          {aside}
          {lead && <p>{lead}</p>}
        </div>
      )}
      <div class="stack">{children}</div>
    </Box>
  );
};

interface NoticeProps {
  tone: 'info' | 'good' | 'warn' | 'bad';
  children: ComponentChildren;
}

/** A result or a problem. Screen readers read it aloud when the page opens. */
export const Notice = ({ tone, children }: NoticeProps) => (
  <div class={tone === 'info' ? 'notice' : `notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);

/** Why a form was refused, inside a card. The browser scrolls to it, because the card may be far below. */
export const FormProblem = ({ children }: Pick<NoticeProps, 'children'>) => (
  <div class="notice bad" role="alert" tabindex={-1} autofocus={useFocus(true)}>
    {children}
  </div>
);

interface EmptyStateProps {
  title: string;
  children: ComponentChildren;
}

/** Stands in place of an empty list: why it is empty, and what the owner can do. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div class="card empty">
    <h2>{title}</h2>
    {children}
  </div>
);

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

interface BadgeProps {
  tone?: Tone;
  children: string;
}

/** A state in one or two words. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span class={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>
);

/** Names and values, one below the other. */
export const Facts = ({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
);

/** The most important figures, each with its name. */
export const KeyFigures = ({ rows }: { rows: readonly (readonly [name: string, figure: string])[] }) => (
  <dl class="key-figures">
    {rows.map(([name, figure]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
);

interface MeterProps {
  label: string;
  used: number;
  /** Absent when unlimited. */
  limit: number | undefined;
  /** The format of both numbers; counts by default. */
  format?: (amount: number) => string;
}

/** Shows how much of an allowance is used. If it is unlimited, there is no bar. */
export const Meter = ({ label, used, limit, format = formatCount }: MeterProps) => (
  <div class="meter">
    <div class="meter-text">
      <span>{label}</span>
      <span class="numeric">
        {limit === undefined ? `${format(used)} (no limit)` : `${format(used)} of ${format(limit)}`}
      </span>
    </div>
    {limit !== undefined && (
      <progress aria-label={label} max={Math.max(1, limit)} value={Math.min(used, limit)}>
        {used}
      </progress>
    )}
  </div>
);

/** Text to copy; one click selects the whole text. */
export const Snippet = ({ label, children }: { label: string; children: string }) => (
  <figure aria-label={label}>
    <pre class="snippet">
      <code>{children}</code>
    </pre>
  </figure>
);
