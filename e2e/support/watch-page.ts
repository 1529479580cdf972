import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ImpactValue } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** Collects console errors of the page and exceptions that it throws, from now on. */
export function watchConsole(page: Page): string[] {
  const problems: string[] = [];
  page.removeAllListeners();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/** A page, or a frame in it. */
type Evaluates = Pick<Page, 'evaluate'>;

const BAD: readonly ImpactValue[] = ['serious', 'critical'];

/**
 * Returns the serious findings of axe-core, one line each. The script is run through the browser's debugger, so that
 * the page's content policy can stay on.
 * @param rules the rules to check; all rules when absent. A page that was checked before in other colours needs only
 * the rules about colours.
 */
export async function seriousFindings(page: Evaluates, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axeSource);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults;
  return violations
    .filter(({ impact }) => BAD.includes(impact ?? null))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`);
}

/** Returns by how many pixels the page is wider than the screen. */
export const overflow = (page: Evaluates): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Returns the names of tables whose columns are wider than the place that shows them. */
export const cutTables = (page: Evaluates): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.table-wrap')]
    .filter((wrap) => wrap.scrollWidth > wrap.clientWidth)
    .map((wrap) => wrap.querySelector('caption').textContent)`);

/** Additional presses of the Tab key inside a view, because the frames around the view can get the focus, too. */
const FRAMES = 3;

const MARK = `(() => {
  globalThis.reached = new Set();
  addEventListener('focusin', ({ target }) => globalThis.reached.add(target.dataset.reach));
  // In a group of radio buttons, the Tab key reaches the chosen button, and arrow keys reach the other buttons.
  const usable = 'a[href], button, input:not([type=hidden], [type=radio]:not(:checked)), select, textarea, summary';
  const all = [...document.querySelectorAll(usable)].filter((one) => !one.disabled && one.checkVisibility());
  return all.map((one, index) => {
    one.dataset.reach = String(index);
    return { html: one.outerHTML.slice(0, 120), stops: /date|time/.test(one.type) ? 4 : 1 };
  });
})()`;

/**
 * Returns the elements that a pointer can use, but that the Tab key does not reach.
 * @param inside the frame of the page in which the elements are; by default the page itself
 */
export async function unreachable(page: Page, inside: Evaluates = page): Promise<string[]> {
  const all = (await inside.evaluate(MARK)) as { html: string; stops: number }[];
  // A date is entered in parts, and each part is one Tab stop.
  const presses = all.reduce((sum, { stops }) => sum + stops, inside === page ? 1 : FRAMES);
  for (let n = 0; n < presses; n += 1) await page.keyboard.press('Tab');
  const reached = new Set((await inside.evaluate('[...globalThis.reached]')) as string[]);
  // Removes the focus from the element, so that later screenshots show the normal page.
  await inside.evaluate('document.activeElement?.blur()');
  return all.filter((_, index) => !reached.has(String(index))).map(({ html }) => html);
}
