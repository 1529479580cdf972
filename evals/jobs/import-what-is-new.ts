import { collectFaults } from '../faults';
import { expectData, waitUntil } from '../ideal';
import type { Job } from '../job';

const DAYS = 1;
/** No post office has this ZIP. */
const NOWHERE = { address1: '1 Nowhere Ln', city: 'Nowhere', state: 'KS', zip: '99999' };

const BAD = ['warning', 'error'];

interface Row {
  readonly order_number: string;
  readonly address_check: { readonly status: string } | null;
}

/** The sandbox store has only valid addresses, so the invalid address belongs to an order that exists already. */
export const importWhatIsNew: Job = {
  name: 'import: what is new, whose address is bad',
  needs: { plan: 'enterprise', balance: 0, store: true },
  slack: 1.25,
  async prepare(merchant) {
    const { result } = await merchant.rest('POST', '/public/orders', [
      {
        firstName: 'Zelda',
        lastName: 'Nowhere',
        email: 'zelda@shopper.example',
        ...NOWHERE,
        country: 'US',
        invoiceNumber: 'nowhere-1',
        weight: 12,
        items: [{ itemCode: 'CANDLE', quantity: 1, price: 14.5 }],
      },
    ]);
    const [bad] = result as { id: number; orderNumber: string }[];
    if (!bad) throw new Error('The order was not made.');

    return {
      prompt: `Import the orders of the last 24 hours from my store. Tell me the numbers of the orders that are new. And of all orders that are ready to ship now, which ones have an address that does not fit, so that I should look at it? Buy nothing.`,
      ideal: async (task) => {
        await expectData(task, 'sync_platform_orders', { days: DAYS });
        await waitUntil(async () => (await merchant.read('get_sync_status')).jobs[0].finished_at !== null);
        const { jobs } = await expectData(task, 'get_sync_status');
        const fresh = (jobs[0].created_orders as Row[]).map(({ order_number }) => order_number);
        const { orders } = await expectData(task, 'trigger_batch_purchase');
        const doubtful = (orders as Row[]).filter(({ address_check }) =>
          BAD.includes(address_check?.status ?? ''),
        );
        const numbers = doubtful.map(({ order_number }) => order_number);
        return `New: ${fresh.join(', ')}. Bad address: ${numbers.join(', ')}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const { jobs } = await merchant.read('get_sync_status');
        const [job] = jobs;
        if (!job) return ['Nothing was imported.'];
        faults.unless(job.status === 'completed', `The import is ${job.status}.`);
        const { orders } = await merchant.read('list_orders', { status: 'active', page_size: 100 });
        const fresh = (orders as { order_number: string; source: string }[]).filter(
          ({ source }) => source !== 'api',
        );
        faults.unless(fresh.length > 0, 'No order came in.');
        for (const { order_number } of fresh) faults.unlessSaid(said, 'of a new order', order_number);
        faults.unlessSaid(said, 'whose address is bad', bad.orderNumber);
        const { balance } = await merchant.read('get_balance');
        faults.unless(balance === 0, `The balance is ${balance}: something was bought.`);
        return faults.found;
      },
    };
  },
};
