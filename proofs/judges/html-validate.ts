import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVisitor, type Visitor } from '@parcelyard/testing/visitor';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';

const VERSION = '10.17.0';

/** Addresses that are not checked as pages: files, label links and unsubscribe links. */
const NO_PAGES = /^\/(?:labels|unsubscribe|assets)\/|\.(?:csv|json|css|svg|tgz)(?:$|\?)/;
const MOST = 80;

/** Checks every page that links lead to, for guests and for a signed-in owner, as the server sends it. */
export const htmlValidate: Judge = {
  name: 'html-validate',
  proves:
    'Pages are valid HTML and follow the rules for accessibility, also empty pages and pages with a refusal.',
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([`html-validate@${VERSION}`]);
    const pages = await withStack(async ({ baseUrl, demo }) => {
      const guest = await walk(createVisitor(baseUrl), [
        ...['/', '/signin', '/signup', '/nothing-here', '/public/docs/reference/purchaseLabel'],
      ]);
      const owner = createVisitor(baseUrl);
      const { email, password } = demo;
      await owner.press(await owner.open('/signin'), 'Sign in', { email, password });
      const limits = await owner.open('/settings/limits');
      const refused = await owner.press(limits, 'Save limits', { token_per_day: 'lots' });
      const member = await walk(owner, ['/orders', '/settings/activity?show=apps', '/approve/nothing']);
      return [...guest, ...member, { path: '/settings/limits, refused', html: refused.html }];
    });
    const faults: string[] = [];
    for (const [place, { path, html }] of pages.entries()) {
      const file = join(folder, `page-${place}.html`);
      writeFileSync(file, html);
      const program = join(folder, 'node_modules/.bin/html-validate');
      const { code, stdout, stderr } = await workshop.attempt(program, ['--preset', 'standard,a11y', file]);
      if (code !== 0)
        faults.push(`${path}: ${(stdout || stderr).replaceAll(/\s+/g, ' ').trim().slice(0, 500)}`);
    }
    return { version: VERSION, checked: pages.length, faults };
  },
};

/**
 * Matches the operation's name at the end of an address. `walk` removes the name, so for all operations together it
 * opens only one reference page and one page for trying an operation.
 */
const OPERATION = /(?<=^\/public\/docs\/(?:reference|try)\/).+/;

/**
 * Follows links. If addresses differ only in numbers, opens only one of them. So from a list, it opens one order and
 * one further page of the list.
 */
async function walk(visitor: Visitor, from: readonly string[]) {
  const found: { path: string; html: string }[] = [];
  const seen = new Set<string>();
  const queue = [...from];
  for (let path = queue.shift(); path !== undefined && found.length < MOST; path = queue.shift()) {
    const kind = path.replace(OPERATION, '').replaceAll(/\d+/g, '0');
    if (seen.has(kind) || NO_PAGES.test(path)) continue;
    seen.add(kind);
    const { html } = await visitor.open(path);
    found.push({ path, html });
    for (const [, link = ''] of html.matchAll(/href="(\/[^"#]*)/g)) queue.push(link.replaceAll('&amp;', '&'));
  }
  return found;
}
