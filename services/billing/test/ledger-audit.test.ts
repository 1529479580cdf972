import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { Registry } from 'prom-client';
import { createLedgerStore } from '../src/adapters/mongo/ledger-store';
import { type LedgerAudit, startLedgerAudit } from '../src/adapters/workers/start-ledger-audit';
import { type BillingUnderTest, startBilling } from './support/start-billing';

let running: BillingUnderTest;
let audit: LedgerAudit | undefined;
beforeAll(async () => {
  running = await startBilling();
});
afterEach(() => audit?.stop());
afterAll(() => running.stop());

/** Checks the whole ledger twice, three transfers at a time. Returns the metrics. */
async function walk(): Promise<string> {
  const registry = new Registry();
  const ledger = createLedgerStore(running.database.db);
  audit = startLedgerAudit({ ledger, logger: silentLogger, batch: 3, stepMs: 5, pauseMs: 5 });
  for (const metric of audit.metrics) registry.registerMetric(metric);
  await eventually(async () =>
    expect(await registry.metrics()).toMatch(/parcelyard_ledger_rounds_total ([2-9]|\d\d)/),
  );
  await audit.stop();
  return registry.metrics();
}

it('the audit finds nothing in a correct ledger, and finds changes that somebody made by hand', async () => {
  for (const balance of [10, 20, 30]) {
    const accountId = await running.anAccount({ balance });
    for (const key of ['a', 'b', 'c']) {
      await running.billing.addBalance({ accountId, amountCents: 500, idempotencyKey: key });
    }
  }
  const sound = await walk();
  expect(sound).toMatch(/parcelyard_ledger_checked_transfers_total \d\d/);
  for (const rule of ['unbalanced_transfer', 'sequence_gap', 'wrong_balance', 'negative_balance']) {
    expect(sound).toContain(`parcelyard_ledger_violations{rule="${rule}"} 0`);
  }

  const transfers = running.database.db.collection('transfers');
  const second = await transfers.findOneAndUpdate({ seq: 2 }, { $set: { 'after.available': 999_999 } });
  await transfers.deleteOne({ seq: 3, accountId: { $ne: second?.accountId } });
  const found = await walk();
  // Three transfers break a rule: the transfer with the wrong balance, the transfer after it, and the transfer after
  // the gap.
  expect(found).toMatch(/violations\{rule="wrong_balance"\} [23]/);
  expect(found).toContain('violations{rule="sequence_gap"} 1');
  expect(found).toContain('violations{rule="unbalanced_transfer"} 0');
});
