import { eventually } from '@parcelyard/testing/eventually';
import { RECIPIENTS } from '../addresses';
import { type Bought, buyLabel, createOrder } from '../buy-label';
import { collectFaults, sumOf } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const TAX = 2.48;

interface CarrierRow {
  readonly carrier: string;
  readonly net: number;
}
interface StateRow {
  readonly state: string;
  readonly tax: number;
}

/**
 * The merchant asks for spending by carrier without refunds, and for tax by state. A voided label must not count as
 * spent.
 */
export const readReports: Job = {
  name: 'reports',
  needs: { plan: 'enterprise', balance: 200 },
  async prepare(merchant) {
    const bought: Bought[] = [];
    for (const [place, carrier] of ['usps', 'ups', 'fedex', 'usps'].entries()) {
      const { orderId } = await createOrder(merchant, RECIPIENTS[place] as object);
      if (place < 2) await merchant.read('update_order', { order_id: orderId, tax: TAX });
      bought.push(await buyLabel(merchant, orderId, carrier));
    }
    const voided = bought.at(-1) as Bought;
    await merchant.read('cancel_shipping_label', { order_id: voided.orderId, confirm: true });
    await eventually(
      async () => {
        const { pending_refunds } = await merchant.read('get_shipping_report', { months: 1 });
        if (pending_refunds.count > 0) throw new Error('The refund has not come.');
      },
      90_000,
      1_500,
    );

    return {
      prompt:
        'What did I spend on shipping labels in the last 30 days with each carrier, without what came back for voided ones, and how much sales tax did I collect in each state this year?',
      ideal: async (task) => {
        const spend = await expectData(task, 'get_shipping_analytics');
        const tax = await expectData(task, 'get_tax_report');
        const carriers = (spend.by_carrier as CarrierRow[]).map(
          (row) => `${row.carrier} ${dollars(row.net)}`,
        );
        const states = (tax.states as StateRow[]).map((row) => `${row.state} ${dollars(row.tax)}`);
        return `Spent: ${carriers.join(', ')}. Tax: ${states.join(', ')}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        for (const carrier of ['usps', 'ups', 'fedex']) {
          const kept = bought.filter((label) => label.carrier === carrier && label !== voided);
          faults.unlessSaid(said, `what went to ${carrier}`, sumOf(kept.map(({ postage }) => postage)));
        }
        for (const { state } of RECIPIENTS.slice(0, 2)) {
          const spoken = new RegExp(`${state}\\W+(?:\\w+\\W+){0,4}${TAX}`);
          faults.unless(spoken.test(said), `The merchant was not told of ${dollars(TAX)} tax in ${state}.`);
        }
        return faults.found;
      },
    };
  },
};
