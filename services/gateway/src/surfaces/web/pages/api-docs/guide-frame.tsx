import type { ComponentChildren } from 'preact';
import { CLIENT_PATH } from '../../../rest/client-download';
import { PageHead } from '../../view/blocks';
import { Brand, Document } from '../../view/layout';
import type { GuidePage } from './guide-page';

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

/** A page of the guide beside the list of all: the same for everybody, and without scripts. */
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
            <Group heading="For programs" links={DOWNLOADS} />
          </nav>
          <div class="account">
            <a href="/settings/api">Your API key</a>
          </div>
        </div>
      </header>
      <main id="content">
        <PageHead title={page.title} lead={page.description} />
        {children}
      </main>
    </div>
  </Document>
);

interface GroupProps {
  readonly heading: string;
  readonly links: readonly (readonly [text: string, href: string])[];
  readonly current?: string;
}

const Group = ({ heading, links, current }: GroupProps) => (
  <div class="nav-group">
    <div class="nav-heading" id={`nav-${slug(heading)}`}>
      {heading}
    </div>
    <ul aria-labelledby={`nav-${slug(heading)}`}>
      {links.map(([text, href]) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </div>
);

const slug = (text: string) => text.replaceAll(' ', '-');
