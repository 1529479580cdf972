import { RECIPIENTS } from '../addresses';
import { buyLabel, createOrder, purchaseOf } from '../buy-label';
import { collectFaults, sumOf } from '../faults';
import { dollars, expectData } from '../ideal';
import type { Job } from '../job';

const [ADA] = RECIPIENTS;
const CEILING = 15;
const WEIGHT_OZ = 12;

/** The customer knows only the parcel's tracking number, and wants to return the parcel. */
export const whereIsItAndReturn: Job = {
  name: 'where is it, and a return',
  needs: { plan: 'enterprise', balance: 100, scans: true },
  async prepare(merchant) {
    const { orderId } = await createOrder(merchant, ADA);
    const { trackingNumber } = await buyLabel(merchant, orderId);
    await merchant.scan(orderId, 'Delivered');
    const { balance } = await merchant.read('get_balance');

    return {
      prompt: `A customer asks about parcel ${trackingNumber}: where is it? If it was delivered, she wants to send it back: buy the cheapest return label for the same ${WEIGHT_OZ} oz, at most ${dollars(CEILING)}. You need not ask again. Tell me where the parcel is, in which town, and the address of the return label's file.`,
      ideal: async (task) => {
        const { order_id, status, scans } = await expectData(task, 'track_order', {
          tracking_number: trackingNumber,
        });
        const rating = await expectData(task, 'get_rates', { order_id, weight_oz: WEIGHT_OZ, return: true });
        const purchase = { ...purchaseOf(rating, rating.rates[0]), max_charge: CEILING, confirm: true };
        const { label_url } = await expectData(task, 'buy_label', purchase);
        return `${status} in ${scans[0].city}. Return label: ${label_url}`;
      },
      check: async (said) => {
        const faults = collectFaults();
        faults.unlessSaid(said, 'that it was delivered', 'deliver');
        faults.unlessSaid(said, 'the town', ADA.city);
        const label = await merchant.read('get_label', { order_id: orderId, return: true });
        if (!label.has_label) return [...faults.found, 'There is no return label.'];
        faults.unlessSaid(said, "the return label's file", label.label_url);
        const first = await merchant.read('get_label', { order_id: orderId });
        faults.unless(first.tracking_number === trackingNumber, 'The first label has changed.');
        const after = await merchant.read('get_balance');
        const spent = sumOf([balance, -after.balance]);
        faults.unless(spent > 0 && spent <= CEILING, `The return cost ${dollars(spent)}.`);
        return faults.found;
      },
    };
  },
};
