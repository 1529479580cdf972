import type { ComponentChildren } from 'preact';
import type { Owner } from '../../../clients/owner';
import { FAVICON, STYLESHEET } from '../assets/assets';
import { Notice } from './blocks';
import { breakableEmail } from './breakable-email';
import { Button, PostForm } from './forms';
import { TimeZone } from './moment';

type Link = readonly [text: string, href: string];

/** The specification gives the texts and the order of these links. */
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

/** Pages below the navigation, whose links the specification does not list. */
const OWN_PAGES: readonly Link[] = [
  ['Account', '/settings/account'],
  ['Mail to customers', '/settings/mail'],
];

/** The description of pages that have no description of their own. */
const DESCRIPTION =
  'Parcelyard ships your orders: compare carriers, buy labels, book pickups and track parcels, with an assistant, a program or by hand.';

interface LayoutProps {
  title: string;
  /** For search engines. */
  description?: string | undefined;
  /** The signed-in owner; absent when nobody is signed in. */
  owner?: Owner | undefined;
  /** Number of purchases that wait for the owner; absent when unknown. */
  waiting?: number | undefined;
  /** Path of the page. It marks the current page in the navigation. */
  path: string;
  /** For a page with a single form, which is narrower. */
  narrow?: boolean | undefined;
  /** For a page with one question, without navigation and account. */
  alone?: boolean | undefined;
  children: ComponentChildren;
}

/** A page in its frame. Owners see the navigation and their account, others two links. A page `alone` has neither. */
export const Layout = ({
  title,
  description,
  owner,
  waiting = 0,
  path,
  narrow = false,
  alone = false,
  children,
}: LayoutProps) => (
  <TimeZone.Provider value={owner?.timeZone ?? 'UTC'}>
    <Document title={title} description={description}>
      {owner && !alone ? (
        <div class="frame">
          <header class="side">
            <Brand />
            <button type="button" class="menu-button" popovertarget="menu">
              Menu
              <Waiting count={waiting} />
            </button>
            {/* On narrow screens the navigation opens on a click. On wide screens the style sheet always shows it. */}
            <div class="menu" id="menu" popover="auto">
              <Navigation path={path} waiting={waiting} />
              <AccountLine owner={owner} path={path} />
            </div>
          </header>
          <main id="content">
            {!owner.addressVerified && <VerifyNotice owner={owner} />}
            {children}
          </main>
        </div>
      ) : (
        <>
          <header class="top">
            <Brand />
            {!alone && (
              <nav aria-label="Main">
                <a href="/signin">Sign in</a>
                <a href="/signup">Sign up</a>
              </nav>
            )}
          </header>
          <main id="content" class={narrow ? 'open-main narrow' : 'open-main wide-main'}>
            {children}
          </main>
        </>
      )}
    </Document>
  </TimeZone.Provider>
);

const Navigation = ({ path, waiting }: { path: string; waiting: number }) => (
  <nav class="nav" aria-label="Main">
    {NAVIGATION.map(([heading, links]) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, not links
      <div class="nav-group" key={heading} role="group" aria-labelledby={`nav-${heading}`}>
        <div class="nav-heading" id={`nav-${heading}`}>
          {heading}
        </div>
        <ul>
          {links.map(([text, href]) => (
            <li key={href}>
              <PageLink link={[text, href]} path={path}>
                {href === '/approvals' && <Waiting count={waiting} />}
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

interface PageLinkProps {
  link: Link;
  path: string;
  children?: ComponentChildren;
}

const PageLink = ({ link: [text, href], path, children }: PageLinkProps) => (
  <a href={href} aria-current={isWithin(path, href) ? 'page' : undefined}>
    {text}
    {children}
  </a>
);

const Waiting = ({ count }: { count: number }) =>
  count > 0 && (
    <>
      {' '}
      <span class="count">
        {count > 99 ? '99+' : count}
        <span class="visually-hidden"> waiting for you</span>
      </span>
    </>
  );

/** The brand name, with a link to the start page. */
export const Brand = () => (
  <a class="brand" href="/">
    <img src={FAVICON.path} alt="" width="26" height="26" />
    Parcelyard
  </a>
);

/** Shown until the owner's address is verified. Until then, mail to others is refused. */
const VerifyNotice = ({ owner }: { owner: Owner }) => (
  <Notice tone="warn">
    <PostForm action="/settings/account/verification" class="row">
      <span>
        Confirm your e-mail address: open the link in the e-mail that we sent to {owner.email}. Until then
        your account cannot e-mail your customers.
      </span>
      <Button look="quiet" size="small">
        Send the e-mail again
      </Button>
    </PostForm>
  </Notice>
);

const AccountLine = ({ owner, path }: { owner: Owner; path: string }) => (
  <div class="account">
    <div class="strong">{owner.name}</div>
    <PostForm action="/signout">
      <Button look="quiet" size="small">
        Sign out
      </Button>
    </PostForm>
    {owner.name !== owner.email && <div class="muted">{breakableEmail(owner.email)}</div>}
    <nav class="account-links" aria-label="Your account">
      {OWN_PAGES.map((link) => (
        <PageLink key={link[1]} link={link} path={path} />
      ))}
    </nav>
  </div>
);

const isWithin = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

interface DocumentProps {
  title: string;
  /** For search engines and previews of links. */
  description?: string | undefined;
  /** The address that search engines should use when the page has several. */
  canonical?: string;
  /** Default: our own style sheet. */
  stylesheets?: readonly string[];
  children: ComponentChildren;
}

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
      <meta name="description" content={description} />
      <link rel="icon" href={FAVICON.path} type={FAVICON.type} />
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
