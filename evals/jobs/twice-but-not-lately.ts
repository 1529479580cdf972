import { collectFaults } from '../faults';
import { expectData } from '../ideal';
import type { Job } from '../job';

const DAYS = 60;
const DAY_MS = 86_400_000;
const SUBJECT = 'A candle for you';
const BODY = 'Hello {{first_name}}, your next candle is on us.';
/** How many days ago each customer ordered. */
const ORDERS = { Hedy: [120, 100], Maryam: [90, 70], Dorothy: [120], Ada: [100, 3] };
const WANTED = ['Hedy', 'Maryam'];

interface Customer {
  readonly customer_id: number;
  readonly first_name: string;
}

/** The mail excludes customers who ordered only once, and customers who ordered recently. */
export const twiceButNotLately: Job = {
  name: 'ordered twice, but not lately',
  needs: { plan: 'enterprise', balance: 0 },
  async prepare(merchant) {
    const order = (firstName: string, daysAgo: number) => ({
      firstName,
      lastName: 'Example',
      email: `${firstName.toLowerCase()}@shopper.example`,
      address1: '350 5th Ave',
      city: 'New York',
      state: 'NY',
      zip: '10118',
      country: 'US',
      invoiceNumber: `twice-${firstName}-${daysAgo}`,
      orderDate: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
      items: [{ itemCode: 'CANDLE', quantity: 1, price: 14.5 }],
    });
    const orders = Object.entries(ORDERS).flatMap(([name, days]) => days.map((ago) => order(name, ago)));
    await merchant.rest('POST', '/public/orders', orders);

    return {
      prompt: `Which customers have ordered at least twice, but not in the last ${DAYS} days? Write to them, and to nobody else, with the subject "${SUBJECT}" and exactly this text: "${BODY}". You need not ask again. Tell me their names.`,
      ideal: async (task) => {
        const { customers } = await expectData(task, 'list_lapsed_customers', { days: DAYS, min_orders: 2 });
        const letter = { subject: SUBJECT, body: BODY };
        const customer_ids = (customers as Customer[]).map(({ customer_id }) => customer_id);
        const campaign = { customer_ids, ...letter };
        await expectData(task, 'send_mass_marketing_email', campaign);
        await expectData(task, 'send_mass_marketing_email', { ...campaign, confirm: true });
        return `Written to ${(customers as Customer[]).map(({ first_name }) => first_name).join(' and ')}.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const { usage } = await merchant.read('get_subscription_info');
        faults.unless(
          usage.marketing_emails === WANTED.length,
          `${usage.marketing_emails} e-mails were used instead of ${WANTED.length}.`,
        );
        const { customers } = await merchant.read('list_customers', { page_size: 100 });
        const idsOf = (names: readonly string[]) =>
          (customers as Customer[])
            .filter(({ first_name }) => names.includes(first_name))
            .map(({ customer_id }) => customer_id);
        const letter = { subject: SUBJECT, body: BODY };
        // Three solutions are right: a campaign to named customers, a campaign to the segment, or a letter to each
        // customer.
        const campaigns = [
          { customer_ids: idsOf(WANTED), ...letter },
          { segment: 'lapsed', days: DAYS, min_orders: 2, ...letter },
        ];
        const sent = await Promise.all(
          campaigns.map(async (campaign) => {
            const { already_sent } = await merchant.read('send_mass_marketing_email', campaign);
            return already_sent !== undefined;
          }),
        );
        const letters = await Promise.all(
          idsOf(WANTED).map(async (customer_id) => {
            const { already_sent } = await merchant.read('send_customer_email', { customer_id, ...letter });
            return already_sent !== undefined;
          }),
        );
        faults.unless(
          sent.includes(true) || letters.every(Boolean),
          `${WANTED.join(' and ')} were not written to.`,
        );
        for (const name of WANTED) faults.unlessSaid(said, 'a name', name);
        for (const name of ['Dorothy', 'Ada'])
          faults.unless(!said.includes(name), `The answer names ${name}, who is not one of them.`);
        return faults.found;
      },
    };
  },
};
