import { eventually } from '@parcelyard/testing/eventually';
import { RECIPIENTS } from '../addresses';
import { type Bought, buyLabel, createOrder } from '../buy-label';
import { collectFaults, sumOf } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const CARRIERS = ['usps', 'ups', 'fedex', 'usps', 'ups', 'fedex'];
/** How many movements of the balance are read. A label makes two: its price is held, then charged. */
const MOVEMENTS = 10;

interface Movement {
  readonly order_number: string | null;
  readonly description: string;
  readonly amount: number;
  readonly balance_after: number;
}

/**
 * The merchant has six labels, and each of them makes two movements. So the last ten movements do not include the first
 * label. In the previous month, there were no movements.
 */
export const moneyMoved: Job = {
  name: 'movements of the balance, two months',
  needs: { plan: 'enterprise', balance: 200 },
  async prepare(merchant) {
    const bought: (Bought & { orderNumber: string })[] = [];
    for (const [place, carrier] of CARRIERS.entries()) {
      const { orderId, orderNumber } = await createOrder(merchant, RECIPIENTS[place] as object);
      bought.push({ ...(await buyLabel(merchant, orderId, carrier)), orderNumber });
    }
    await eventually(
      async () => {
        const { totals } = await merchant.read('get_shipping_report', { months: 1 });
        if (totals.labels < CARRIERS.length) throw new Error('The report does not have all labels.');
      },
      40_000,
      700,
    );
    const lastTen = bought.slice(-MOVEMENTS / 2);
    const first = bought[0] as (typeof bought)[number];

    return {
      prompt: `List the last ${MOVEMENTS} movements of my balance, each with its order's number, its amount and the balance after it. And what did I spend on labels this month, and what in the month before?`,
      ideal: async (task) => {
        const { movements } = await expectData(task, 'get_balance', { movements: MOVEMENTS });
        const { months } = await expectData(task, 'get_shipping_report', { months: 2 });
        const rows = (movements as Movement[]).map(
          (row) =>
            `${row.order_number} ${row.description}: ${dollars(row.amount)}, then ${dollars(row.balance_after)}`,
        );
        return `${rows.join('; ')}. This month ${dollars(months[1].net)}, before ${dollars(months[0].net)}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        for (const { orderNumber, postage } of lastTen) {
          faults.unlessSaid(said, 'of a movement for an order', orderNumber);
          faults.unlessSaid(said, `what order ${orderNumber} moved`, postage);
        }
        faults.unless(
          !said.includes(first.orderNumber),
          `Order ${first.orderNumber} is not in the last ten movements.`,
        );
        const { balance } = await merchant.read('get_balance');
        faults.unlessSaid(said, 'the balance after the last one', balance);
        faults.unlessSaid(said, 'what this month cost', sumOf(bought.map(({ postage }) => postage)));
        faults.unless(
          /\$ ?0(?!\.\d*[1-9])|nothing|no labels|none/i.test(said),
          'The merchant was not told that the month before had nothing.',
        );
        return faults.found;
      },
    };
  },
};
