import { Arguments } from '@parcelyard/cli/arguments';
import { ledgerRepair } from '@parcelyard/cli/commands/ledger-repair';
import type { Services } from '@parcelyard/cli/connect-services';
import type { Violation } from '@parcelyard/cli/domain/ledger-evidence';
import type { BillingClient } from '@parcelyard/shipping/ports';
import type { ModelService, MoneyWorld } from '../../services/shipping/test/model/money-world';

interface Repaired {
  repaired: { refused?: string }[];
  left: Violation[];
}

/** The money that the runbook adds after a restore. It is enough for every label that one run buys. */
const ADDED_CENTS = 100_000;

/** The rules that may stay violated after the runbook was followed, for each database that may be restored. */
const STAYING: Readonly<Record<ModelService, readonly string[]>> = {
  orders: [],
  shipping: [
    ...['capture_without_purchase', 'label_without_purchase', 'label_of_order_without_purchase'],
    ...['hold_without_purchase', 'adjustment_without_purchase', 'adjustment_unknown'],
  ],
  billing: ['charge_without_recharge'],
};

/**
 * Runs the commands of docs/operations.md after a database was restored: repairs, adds missing money, and repairs
 * again. Only the violations that the runbook names may remain. Each must be about a record that the database has lost.
 */
export async function followRunbook(world: MoneyWorld, restored: readonly ModelService[]): Promise<void> {
  // Simulates shipping's daily reading of the carriers' records.
  world.readAdjustments(0);
  await world.settle(30);
  const first = await repair(world);
  const isShort = first.repaired.some(({ refused }) => refused !== undefined);
  if (isShort && restored.includes('billing')) {
    const billing = world.ask<BillingClient>('billing');
    const added = { accountId: 1, amountCents: ADDED_CENTS, idempotencyKey: 'after the restore' };
    await world.until((billing as Adding).addBalance(added));
  }
  await world.settle(30);
  const { repaired, left } = await repair(world);
  for (const { refused } of repaired) if (refused) world.faults.push(`a repair is refused: ${refused}`);
  for (const one of left) {
    if (isForgotten(world, restored, one)) continue;
    world.faults.push(`after the repair: ${one.rule} of ${one.subject}: ${one.detail}`);
  }
}

interface Adding {
  addBalance(request: object): Promise<unknown>;
}

const repair = (world: MoneyWorld) =>
  world.until(
    ledgerRepair.run(
      Arguments.parse([], ledgerRepair.usage.replace('ledger repair ', '')),
      servicesOf(world),
    ),
  ) as Promise<Repaired>;

/** True when this violation may remain: `STAYING` lists its rule, and the restored database has lost its record. */
function isForgotten(
  { forgotten }: MoneyWorld,
  restored: readonly ModelService[],
  { rule, subject }: Violation,
) {
  if (!forgotten || !restored.some((service) => STAYING[service].includes(rule))) return false;
  const { purchases, charges, adjustments } = forgotten;
  if (rule === 'charge_without_recharge') return charges.includes(subject);
  if (rule === 'adjustment_unknown' && adjustments.includes(subject.split(':')[2] ?? '')) return true;
  const named = rule.includes('adjustment') ? subject.split(':')[1] : subject.split(':').at(-1);
  return purchases.some(({ _id, carrierReference }) =>
    [_id, carrierReference].some((one) => one === named || one === subject),
  );
}

/** Returns the services' clients for the command. Auth and the outside systems are simulated by the model. */
function servicesOf(world: MoneyWorld): Services {
  const { gateway, carrier, databases } = world;
  const outside: Record<string, object> = {
    auth: {
      listAccounts: async () => ({ accountIds: [1] }),
    },
    billing: {
      reconcilePayments: async () => ({ booked: 0 }),
      listGatewayCharges: async () => ({
        charges: [...gateway.charges.values()].map(({ accountId, reference, amount, status }) => ({
          accountId,
          reference,
          amountCents: amount,
          status,
          reversals: [],
          settling: databases.billing
            .all<{ _id: string; reference: string; dueAt?: Date }>('recharges')
            .some((one) => one.reference === reference && one.dueAt !== undefined),
        })),
      }),
    },
    shipping: {
      listSellerJournal: async () => ({
        entries: [...carrier.labels].map(([reference, { accountId, trackingNumber, charged }]) => ({
          reference,
          accountId,
          trackingNumber,
          chargedCents: charged,
          status: 'purchased',
        })),
        nextAfter: '',
        sellers: ['sandbox'],
      }),
    },
  };
  const client = (service: string) => {
    const known = outside[service] as Record<string, unknown> | undefined;
    const asked = world.ask<Record<string, unknown>>(service as ModelService);
    return new Proxy({}, { get: (_, method: string) => known?.[method] ?? asked[method] }) as never;
  };
  const [auth, billing, orders, shipping] = ['auth', 'billing', 'orders', 'shipping'].map(client);
  return { auth, billing, orders, shipping } as unknown as Services;
}
