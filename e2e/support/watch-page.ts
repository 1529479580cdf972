import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** What the page wrote to the console as an error or a warning, and what it threw; filled while it is used. */
export function watchConsole(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

const BAD: readonly ImpactValue[] = ['serious', 'critical'];

/** Serious findings of axe-core, one line each. It is evaluated by the debugger, so that the page's policy stays on. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => BAD.includes(impact ?? null))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`);
}

/** Pixels by which the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** What can be used with a pointer but is not reached by the Tab key. */
export async function unreachable(page: Page): Promise<string[]> {
  const mark = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter((one) => one.checkVisibility())
    .map((one, index) => { one.dataset.reach = String(index); return one.outerHTML.slice(0, 120); })`;
  const all = (await page.evaluate(mark)) as string[];
  const reached = new Set<string>();
  // A date has a stop for its day, its month, its year and its calendar.
  for (let presses = 0; presses <= 4 * all.length + 2 && reached.size < all.length; presses += 1) {
    await page.keyboard.press('Tab');
    const at = (await page.evaluate('document.activeElement?.dataset?.reach ?? ""')) as string;
    if (at !== '') reached.add(at);
  }
  return all.filter((_, index) => !reached.has(String(index)));
}
