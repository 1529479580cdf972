import type { ComponentChildren } from 'preact';
import type { Member } from '../../../clients/member';
import { FAVICON, STYLESHEET } from '../assets/assets';
import { Notice } from './blocks';
import { Button, PostForm } from './forms';
import { TimeZone } from './moment';

type Link = readonly [text: string, href: string];

/** The texts are fixed, and the order of those of the specification. */
const NAVIGATION: readonly (readonly [heading: string, links: readonly Link[]])[] = [
  [
    'Shop',
    [
      ['Waiting for you', '/approvals'],
      ['Orders', '/orders'],
      ['Batches', '/batches'],
      ['Pickups', '/pickups'],
      ['Customers', '/customers'],
      ['Reports', '/reports'],
    ],
  ],
  [
    'Connections',
    [
      ['API integration', '/settings/api'],
      ['MCP', '/settings/mcp'],
      ['Connected apps', '/settings/apps'],
      ['Limits', '/settings/limits'],
      ['Activity', '/settings/activity'],
      ['Webhook', '/settings/webhook'],
    ],
  ],
  [
    'Account',
    [
      ['Billing', '/settings/billing'],
      ['Shipping', '/settings/shipping'],
    ],
  ],
];

/** Of pages that say nothing of themselves. */
/** The HTML around every page. */
export const Document = ({
  title,
  description = DESCRIPTION,
  canonical,
  stylesheets = [STYLESHEET.path],
  children,
}: DocumentProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · Parcelyard`}</title>
      <link rel="icon" href={FAVICON.path} type={FAVICON.type} />
      <meta name="description" content={description} />
      {canonical && <link rel="canonical" href={canonical} />}
      {stylesheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </head>
    <body>
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      {children}
    </body>
  </html>
);
