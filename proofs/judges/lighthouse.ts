import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buyLabel, restShop } from '../buy-label';
import type { Judge } from '../judge';
import { type RunningStack, withStack } from '../with-stack';
import type { Workshop } from '../workshop';

/** The last version for Node 20. Version 13 needs Node 22. */
const VERSION = '12.8.2';

/** The lowest accepted score, of 100. */
const LEAST = { performance: 95, accessibility: 95, 'best-practices': 95, seo: 90 } as const;

type Category = keyof typeof LEAST;

interface PublicPage {
  readonly path: string;
  /** Audits that a page intentionally fails, each with the reason. */
  readonly onPurpose?: Readonly<Record<string, string>>;
  /** A separate limit for a page's performance, with the reason. */
  readonly lower?: { readonly performance: number; readonly reason: string };
}

const PAGES: readonly PublicPage[] = [
  ...['/', '/signin', '/signup', '/public/docs', '/public/docs/errors', '/public/docs/webhooks'],
  ...['/public/docs/reference', '/public/docs/reference/createOrder', '/public/docs/reference/getBalance'],
].map((path) => ({ path }));

/**
 * The page for trying an operation. It may be slow, because it runs the renderer Scalar. Readers and search engines are
 * sent to the reference pages, which have no scripts.
 */
const TRYING: PublicPage = {
  path: '/public/docs/try/createOrder',
  lower: {
    performance: 30,
    reason: 'even for one operation, its renderer takes longer than a score of 95 allows',
  },
};

const TRACKING: Omit<PublicPage, 'path'> = {
  onPurpose: {
    'is-crawlable': 'it shows the parcel of one person, so it asks search engines not to index it',
    'robots-txt': 'the audit requests it from the page, but the policy of the page allows no requests',
  },
};

/** A page that is slow in the first run gets up to three runs, because other work on the machine may be the cause. */
const MOST_RUNS = 3;

/** Google's judge of pages, with its simulated phone and network. */
export const lighthouse: Judge = {
  name: 'Lighthouse',
  proves:
    'Public pages reach 95 of 100 for performance (30 on the page that tries operations), accessibility and best practices, and 90 for search engines.',
  needs: ['chromium'],
  async judge(workshop) {
    const folder = await workshop.npm([`lighthouse@${VERSION}`]);
    return withStack(async (stack) => {
      const pages = [...PAGES, TRYING, { ...TRACKING, path: await trackedParcel(stack) }];
      const faults: string[] = [];
      const figures: string[] = [];
      for (const page of pages) {
        const scores = await judgePage(workshop, folder, stack.baseUrl, page);
        figures.push(`${page.path} ${Object.values(scores).join('/')}`);
        for (const [category, score] of Object.entries(scores) as [Category, number][])
          if (score < leastOf(page, category)) faults.push(`${page.path}: ${category} ${score}`);
      }
      return { version: VERSION, checked: pages.length, faults, figures };
    });
  },
};

async function trackedParcel({ baseUrl, demo }: RunningStack): Promise<string> {
  const rest = restShop(baseUrl, demo.accessToken);
  const { orderId } = await buyLabel(rest);
  const { body } = await rest('GET', `/public/order/${orderId}/tracking`);
  return `/track/${body.result.trackingNumber}`;
}

const leastOf = ({ lower }: PublicPage, category: Category): number =>
  category === 'performance' ? (lower?.performance ?? LEAST.performance) : LEAST[category];

type Scores = Readonly<Record<Category, number>>;

async function judgePage(
  workshop: Workshop,
  folder: string,
  baseUrl: string,
  page: PublicPage,
): Promise<Scores> {
  const runs: Scores[] = [];
  do runs.push(await runOnce(workshop, folder, baseUrl, page));
  while (
    runs.length < MOST_RUNS &&
    runs.some(({ performance }) => performance < leastOf(page, 'performance'))
  );
  const [median] = runs
    .map(({ performance }) => performance)
    .sort((one, other) => one - other)
    .slice(Math.floor(runs.length / 2));
  return { ...(runs[0] as Scores), performance: median as number };
}

/** Runs Lighthouse once. A run on a busy machine may end without a score; such a run is repeated. */
async function runOnce(
  workshop: Workshop,
  folder: string,
  baseUrl: string,
  page: PublicPage,
): Promise<Scores> {
  const report = join(folder, 'report.json');
  const chromium = (await workshop.run('sh', ['-c', 'command -v chromium'])).trim();
  const args = [
    ...[join(folder, 'node_modules/lighthouse/cli/index.js'), baseUrl + page.path, '--quiet'],
    ...['--output=json', `--output-path=${report}`, '--chrome-flags=--headless=new --no-sandbox'],
    ...[`--only-categories=${Object.keys(LEAST)}`, '--enable-error-reporting=false'],
    ...Object.keys(page.onPurpose ?? {}).map((audit) => `--skip-audits=${audit}`),
  ];
  let failure = '';
  for (let run = 0; run < MOST_RUNS; run += 1) {
    const { code, stderr } = await workshop.attempt(process.execPath, args, {
      environment: { CHROME_PATH: chromium },
    });
    const scores = code === 0 ? readScores(report) : undefined;
    if (scores) return scores;
    failure = stderr.slice(-500);
  }
  throw new Error(`Lighthouse measured nothing at ${page.path}: ${failure}`);
}

/** Reads the scores of a report. Undefined when a score could not be measured. */
function readScores(report: string): Scores | undefined {
  const { categories } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Readonly<Record<Category, { score: number | null }>>;
  };
  const scores = Object.keys(LEAST).map((category) => [category, categories[category as Category].score]);
  return scores.some(([, score]) => score === null)
    ? undefined
    : (Object.fromEntries(
        scores.map(([category, score]) => [category, Math.round(Number(score) * 100)]),
      ) as Scores);
}
