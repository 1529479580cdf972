import Sequencer from '@jest/test-sequencer';

/**
 * The suites that take half a minute or more, even alone on a machine. They start first: if a long suite started last,
 * the whole run would wait for it. Suites that wait for timers and processes alternate with suites that compute, so
 * that the cores always have work.
 */
const LONGEST = [
  'e2e/cost',
  'e2e/purchase-crash',
  'e2e/mcp-apps',
  'services/shipping/test/model/money-model',
  'e2e/scale-out',
  'e2e/outages',
  'e2e/web-pages',
  'e2e/voids',
  'services/shipping/test/model/guards',
  'e2e/reference',
  'e2e/platform-sync',
  'e2e/purchase-random-kills',
  'e2e/customers',
  'e2e/whole-loop',
  'e2e/webhook-crash',
  'services/shipping/test/void-label',
  'e2e/rest-retries',
  'e2e/web-hostile-input',
  'e2e/batch',
  'services/orders/test/model/store-model',
  'services/shipping/test/purchase-recovery',
  'services/shipping/test/return-labels',
  'e2e/docs-snippets',
  'services/shipping/test/batch-recovery',
  'packages/local-stack/test/history',
  'services/customers-email/test/campaigns',
];

/** @public The tag tells knip that this export is used: Jest's configuration contains the file's path. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
}

const rank = ({ path }) => {
  const place = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return place < 0 ? LONGEST.length : place;
};
