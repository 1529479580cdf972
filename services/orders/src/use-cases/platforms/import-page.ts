import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Customers } from '../../adapters/clients/customers-client';
import type { OrderStore } from '../../adapters/mongo/order-store';
import { type ImportedOrderInput, importProblem } from '../../domain/imported-order';
import type { Order } from '../../domain/order';
import { LINES } from '../../domain/order-fields';
import type {
  ImportError,
  ImportJob,
  ImportResult,
  PageOutcome,
  UpdatedOrder,
} from '../../domain/platforms/import-job';
import { isAnotherOrder, keptExternalId, type PlatformOrder } from '../../domain/platforms/platform';
import type { UnreadableOrder } from '../../ports';
import { takeOver } from '../import-orders';
import type { OrdersPorts } from '../orders-ports';
import { toInput } from './to-input';
import { updateFromPlatform } from './update-from-platform';

export type ImportPageDependencies = Pick<OrdersPorts, 'orders' | 'customers' | 'ids' | 'clock' | 'random'>;

const ANOTHER = 'Another order with this number was imported before. That order was not changed.';

const CONCURRENCY = 8;

/**
 * Imports one page of a store's orders. A new order is created once. A changed order is updated if it has no label. If
 * one order fails, the others are imported.
 */
export async function importPage(
  dependencies: ImportPageDependencies,
  job: ImportJob,
  brought: readonly (PlatformOrder | UnreadableOrder)[],
): Promise<PageOutcome> {
  const page = cleanSavedText(brought, LINES);
  const existing = await findExisting(dependencies.orders, job, page);
  const results: ImportResult[] = [];
  const errors: ImportError[] = [];
  const created: number[] = [];
  const updated: UpdatedOrder[] = [];
  const fresh = new Map<string, ImportedOrderInput>();
  const fail = (externalOrderId: string, message: string) => {
    results.push('failed');
    errors.push({ externalOrderId, code: 'invalid_order', message });
  };
  for (const incoming of page) {
    const key = keptExternalId(job.platform, incoming.externalId);
    if ('problem' in incoming) {
      fail(incoming.externalId, incoming.problem);
      continue;
    }
    const input = incoming.state === 'open' ? toInput(job, incoming, 'created') : undefined;
    const problem = input && problemOf(input);
    const order = existing.get(key);
    if (problem !== undefined) fail(incoming.externalId, problem);
    else if (order?.source && isAnotherOrder(order, incoming)) fail(incoming.externalId, ANOTHER);
    else if (order) {
      const { result, changed } = await updateFromPlatform(dependencies, job, order, incoming);
      results.push(result);
      if (result === 'created') created.push(order.orderId);
      if (result === 'updated') updated.push({ orderId: order.orderId, changed });
    } else if (!input || fresh.has(key)) results.push('skipped');
    else {
      fresh.set(key, input);
      results.push('created');
    }
  }
  created.push(...(await create(dependencies, job, [...fresh.values()])));
  return { results, errors, created, updated };
}

async function findExisting(
  orders: OrderStore,
  { accountId, platform }: ImportJob,
  page: readonly { externalId: string }[],
): Promise<Map<string, Order>> {
  const keys = page.map(({ externalId }) => keptExternalId(platform, externalId));
  const { byExternalId } = await orders.findImported(accountId, { externalOrderIds: keys, orderNumbers: [] });
  const found = await orders.getMany(accountId, [...byExternalId.values()]);
  const byId = new Map(found.map((order) => [order.orderId as number, order]));
  return new Map(
    [...byExternalId].flatMap(([key, id]) => {
      const order = byId.get(id);
      return order ? [[key, order] as const] : [];
    }),
  );
}

function problemOf(input: ImportedOrderInput): string | undefined {
  const broken = importProblem(input);
  return broken && wordNeutrally(broken);
}

async function create(
  dependencies: ImportPageDependencies,
  { accountId }: ImportJob,
  inputs: readonly ImportedOrderInput[],
): Promise<readonly number[]> {
  const complete: ImportedOrderInput[] = [];
  for (let start = 0; start < inputs.length; start += CONCURRENCY) {
    const some = inputs.slice(start, start + CONCURRENCY);
    const withCustomers = some.map(async (input) => ({
      ...input,
      customerId: await customerOf(dependencies.customers, accountId, input),
    }));
    complete.push(...(await Promise.all(withCustomers)));
  }
  return (await takeOver(dependencies, accountId, complete)).ids;
}

/** Returns the id of the order's customer record; 0 when the order has too little data for a record. */
async function customerOf(
  customers: Customers,
  accountId: ImportJob['accountId'],
  { recipient }: ImportedOrderInput,
): Promise<number> {
  try {
    return (await customers.resolveContact(accountId, recipient)).contact.customerId;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_argument') return 0;
    throw error;
  }
}
