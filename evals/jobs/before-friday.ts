import { RECIPIENTS } from '../addresses';
import { buyLabel } from '../buy-label';
import { collectFaults } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const DAY_MS = 86_400_000;
const WEIGHT_OZ = 12;
/** This time zone is behind UTC, so Thursday evening in this zone is already Friday in UTC. */
const TIME_ZONE = 'America/Chicago';

interface Row {
  readonly order_id: number;
  readonly order_number: string;
  readonly price: number;
}

/**
 * Whether an order is from before Friday depends on the shop's time zone. An order of the shop's Thursday evening
 * counts as Thursday's, although it was already Friday in UTC.
 */
export const beforeFriday: Job = {
  name: 'ordered before Friday',
  needs: { plan: 'enterprise', balance: 100, timeZone: TIME_ZONE },
  async prepare(merchant) {
    const friday = lastFriday();
    const thursday = new Date(friday.getTime() - DAY_MS).toISOString().slice(0, 10);
    const day = friday.toISOString().slice(0, 10);
    const at = (hours: number) => new Date(friday.getTime() + hours * 3_600_000).toISOString();
    const rows = [
      { place: 0, invoiceNumber: 'early', orderDate: at(-48) },
      { place: 4, invoiceNumber: 'thursday-evening', orderDate: at(4.5) },
      { place: 5, invoiceNumber: 'friday', orderDate: at(18) },
      { place: 3, invoiceNumber: 'shipped', orderDate: at(-30) },
    ];
    const { result } = await merchant.rest('POST', '/public/orders', rows.map(newOrder));
    const [early, evening, onFriday, shipped] = result as { id: number; orderNumber: string }[];
    if (!(early && evening && onFriday && shipped)) throw new Error('An order is missing.');
    await buyLabel(merchant, shipped.id);
    const priceTo = async (place: number) => {
      const { city, state, zip } = recipient(place);
      const to = { to_zip: zip, to_state: state, to_city: city, weight_oz: WEIGHT_OZ };
      return (await merchant.read('quote_shipping', to)).rates[0].amount as number;
    };
    const wanted = [
      { ...early, price: await priceTo(0) },
      { ...evening, price: await priceTo(4) },
    ];

    return {
      prompt: `Which orders came in before Friday, ${day}, and are still to ship, and what does each cost to ship at the cheapest rate? Only tell me; buy nothing. Each has its weight.`,
      ideal: async (task) => {
        const { orders } = await expectData(task, 'list_orders', { to: thursday });
        const order_ids = orders.map(({ order_id }: Row) => order_id);
        const preview = await expectData(task, 'trigger_batch_purchase', { order_ids });
        return (preview.orders as Row[])
          .map(({ order_number, price }) => `${order_number}: ${dollars(price)}`)
          .join(', ');
      },
      check: async (said) => {
        const faults = collectFaults();
        for (const { orderNumber, price } of wanted) {
          faults.unlessSaid(said, 'of an order that is to ship', orderNumber);
          faults.unlessSaid(said, `the price of order ${orderNumber}`, price);
        }
        for (const [which, { orderNumber }] of Object.entries({ later: onFriday, shipped }))
          faults.unless(
            !said.includes(orderNumber),
            `The answer names order ${orderNumber}, which is ${which}.`,
          );
        for (const { id } of [early, evening, onFriday]) {
          const { tracking_number } = await merchant.read('get_order', { order_id: id });
          faults.unless(tracking_number === null, `Order ${id} has a label that nobody asked for.`);
        }
        return faults.found;
      },
    };
  },
};

/** Returns the start, in UTC, of the latest Friday that has ended. */
function lastFriday(): Date {
  const yesterday = new Date(new Date().setUTCHours(0, 0, 0, 0) - DAY_MS);
  const since = (yesterday.getUTCDay() + 2) % 7;
  return new Date(yesterday.getTime() - since * DAY_MS);
}

const recipient = (place: number) => RECIPIENTS[place] as (typeof RECIPIENTS)[number];

function newOrder({ place, ...order }: { place: number; invoiceNumber: string; orderDate: string }) {
  const { name, street1, city, state, zip } = recipient(place);
  const [firstName, lastName] = name.split(' ');
  return {
    ...order,
    firstName,
    lastName,
    email: `${firstName}@shopper.example`.toLowerCase(),
    address1: street1,
    city,
    state,
    zip,
    country: 'US',
    weight: WEIGHT_OZ,
    items: [{ itemCode: 'CANDLE', quantity: 1, price: 14.5 }],
  };
}
