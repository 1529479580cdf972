import Sequencer from '@jest/test-sequencer';

/**
 * What takes longest, on a machine of its own half a minute and more: begun last, one of them would be waited for alone.
 * Those that wait for timers and processes alternate with those that compute, so that the cores are never idle together.
 */
const LONGEST = [
  'e2e/cost',
  'e2e/web-pages',
  'e2e/purchase-crash',
  'e2e/whole-loop',
  'e2e/outages',
  'services/shipping/test/model/money-model',
  'e2e/voids',
  'e2e/mcp-apps',
  'e2e/scale-out',
  'e2e/platform-sync',
  'e2e/reference',
  'e2e/customers',
  'e2e/purchase-random-kills',
  'e2e/webhook-crash',
  'e2e/web-hostile-input',
  'e2e/rest-retries',
  'services/shipping/test/model/guards',
  'e2e/batch',
  'services/orders/test/model/store-model',
  'e2e/restore-drill',
  'e2e/docs-snippets',
  'e2e/isolation',
  'e2e/seven-steps',
  'services/shipping/test/batch-recovery',
  'packages/local-stack/test/history',
  'services/customers-email/test/campaigns',
];

/** @public Jest's configuration names the file. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
}

const rank = ({ path }) => {
  const place = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return place < 0 ? LONGEST.length : place;
};
