import type { Order } from '../domain/order';
import { needsCustomer, resolveShipTo } from '../domain/ship-to';
import type { Contact, Customers } from '../ports';
import type { OrderDetail } from './with-ship-to';

/** Many orders of one account, each with where it really ships; a customer record is asked for once. */
export async function withShipTos(orders: readonly Order[], customers: Customers): Promise<OrderDetail[]> {
  const asked = new Map<number, Promise<Contact | undefined>>();
  const contactOf = ({ accountId, customerId }: Order) => {
    const present = asked.get(customerId);
    if (present) return present;
    const found = customers.find(accountId, customerId);
    asked.set(customerId, found);
    return found;
  };
  return Promise.all(
    orders.map(async (order) => {
      const contact = needsCustomer(order) ? await contactOf(order) : undefined;
      return { order, shipTo: resolveShipTo(order, contact?.address) };
    }),
  );
}
