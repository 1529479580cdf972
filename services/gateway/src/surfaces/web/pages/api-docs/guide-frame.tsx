import type { ComponentChildren } from 'preact';
import { CLIENT_PATH } from '../../../rest/client-download';
import { PageHead } from '../../view/blocks';
import { Brand, Document } from '../../view/layout';
import type { GuidePage } from './guide-page';
import { OPERATION_GROUPS } from './reference/operation-groups';
import { operationPath, REFERENCE_PATH, SEARCH_PATH } from './reference/reference-path';

interface Props {
  readonly page: GuidePage;
  readonly pages: readonly GuidePage[];
  readonly baseUrl: string;
  readonly children: ComponentChildren;
}

const DOWNLOADS = [
  ['OpenAPI 3.1', '/public/openapi.json'],
  ['OpenAPI 3.0', '/public/openapi-3.0.json'],
  ['Postman collection', '/public/postman.json'],
  ['TypeScript client', CLIENT_PATH],
] as const;

/** A page of the guide next to the list of all pages. It is the same for everybody and has no scripts. */
export const GuideFrame = ({ page, pages, baseUrl, children }: Props) => (
  <Document title={`${page.title}, REST API`} description={page.description} canonical={baseUrl + page.path}>
    <div class="frame docs">
      <header class="side">
        <Brand />
        <button type="button" class="menu-button" popovertarget="menu">
          Menu
        </button>
        <div class="menu" id="menu" popover="auto">
          <nav class="nav" aria-label="REST API">
            <Group
              heading="Guide"
              links={pages.map(({ short, path }) => [short, path])}
              current={page.path}
            />
            {page.path.startsWith(REFERENCE_PATH) && <Operations current={page.path} />}
            <Group heading="For programs" links={DOWNLOADS} />
          </nav>
          <div class="account">
            <a href={SEARCH_PATH}>Search the reference</a>
            <a href="/settings/api">Your API key</a>
          </div>
        </div>
      </header>
      <main id="content">
        <PageHead title={page.title} lead={page.lead ?? page.description} actions={page.actions} />
        {children}
      </main>
    </div>
  </Document>
);

/** Every operation, by area. The area of the current page is open. */
const Operations = ({ current }: { current: string }) => (
  <div class="nav-group">
    <div class="nav-heading">Operations</div>
    {OPERATION_GROUPS.map(({ name, routes }) => (
      <details key={name} open={routes.some(({ operationId }) => operationPath(operationId) === current)}>
        <summary>{name}</summary>
        <ul>
          {routes.map(({ operationId, summary }) => (
            <Item key={operationId} href={operationPath(operationId)} current={current}>
              {summary.replaceAll('`', '')}
            </Item>
          ))}
        </ul>
      </details>
    ))}
  </div>
);

interface GroupProps {
  readonly heading: string;
  readonly links: readonly (readonly [text: string, href: string])[];
  readonly current?: string | undefined;
}

const Group = ({ heading, links, current }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, not links
  <div class="nav-group" role="group" aria-labelledby={`nav-${slug(heading)}`}>
    <div class="nav-heading" id={`nav-${slug(heading)}`}>
      {heading}
    </div>
    <ul>
      {links.map(([text, href]) => (
        <Item key={href} href={href} current={current}>
          {text}
        </Item>
      ))}
    </ul>
  </div>
);

const Item = ({ href, current, children }: ItemProps) => (
  <li>
    <a href={href} aria-current={href === current ? 'page' : undefined}>
      {children}
    </a>
  </li>
);

interface ItemProps {
  readonly href: string;
  readonly current: string | undefined;
  readonly children: string;
}

const slug = (text: string) => text.replaceAll(' ', '-');
