import type {
  PickupBooking,
  Sale,
  SaleKey,
  SandboxJournal,
} from '../../../src/sellers/sandbox/sandbox-journal';

/** Stores a sandbox carrier's sales without a database. The same test checks this store and the real one. */
export function createMemoryJournal(): SandboxJournal {
  const sales = new Map<string, Sale>();
  const closed = new Set<string>();
  const pickups = new Map<string, PickupBooking>();
  let serial = 0;
  const keyOf = ({ accountId, carrier, reference }: SaleKey) => `${accountId} ${reference} ${carrier}`;
  const change = (key: SaleKey, allowed: (sale: Sale) => boolean, changes: (sale: Sale) => Partial<Sale>) => {
    const sale = sales.get(keyOf(key));
    if (!sale || !allowed(sale)) return undefined;
    const changed = { ...sale, ...changes(sale) };
    sales.set(keyOf(key), changed);
    return changed;
  };
  const once = <T extends SaleKey>(all: Map<string, T>, entry: T): T => {
    const first = all.get(keyOf(entry)) ?? entry;
    all.set(keyOf(entry), first);
    return first;
  };
  return {
    nextSerial: async () => {
      serial += 1;
      return serial;
    },
    record: async (sale) => (closed.has(keyOf(sale)) ? undefined : once(sales, sale)),
    close: async (key) => {
      closed.add(keyOf(key));
      return sales.get(keyOf(key));
    },
    find: async (key) => sales.get(keyOf(key)),
    beginVoid: async (key, status, at) =>
      change(
        key,
        (sale) => sale.status === 'purchased' && sale.forced.length === 0,
        () => ({ status, voidRequestedAt: at }),
      ),
    settleVoid: async (key, status) =>
      change(
        key,
        (sale) => sale.status === 'void_pending',
        () => ({ status }),
      ),
    force: async (key, scan) =>
      change(
        key,
        (sale) => sale.status === 'purchased',
        (sale) => ({ forced: [...sale.forced, scan] }),
      ),
    list: async ({ accountId, after, limit }) =>
      [...sales.values()]
        .filter((sale) => (accountId === 0 || sale.accountId === accountId) && sale.reference > after)
        .sort((a, b) => (a.reference < b.reference ? -1 : 1))
        .slice(0, limit),
    listAdjusted: async ({ accountId, after, limit }) =>
      [...sales.values()]
        .filter((sale) => sale.adjusted && (accountId === 0 || sale.accountId === accountId))
        .filter((sale) => sale.reference > after)
        .sort((a, b) => (a.reference < b.reference ? -1 : 1))
        .slice(0, limit),
    recordPickup: async (booking) => once(pickups, booking),
    addToPickup: async (booking) =>
      pickups.get(keyOf(booking))?.confirmationNumber === booking.confirmationNumber,
    cancelPickup: async (booking) =>
      pickups.get(keyOf(booking))?.confirmationNumber === booking.confirmationNumber,
  };
}
