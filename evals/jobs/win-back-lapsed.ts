import { collectFaults } from '../faults';
import { expectData, waitUntil } from '../ideal';
import type { Job } from '../job';

const DAYS = 90;
const DAY_MS = 86_400_000;
const LAPSED = ['Hedy', 'Maryam', 'Dorothy'];
const RECENT = 'Ada';
const SUBJECT = 'We miss you';
const BODY = 'Hello {{first_name}}, our candles are back.';

/**
 * Mail goes only to customers who have not ordered for some time. The assistant then reads the campaign's progress and
 * does not send the mail again.
 */
export const winBackLapsed: Job = {
  name: 'lapsed customers',
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
      invoiceNumber: `lapsed-${firstName}`,
      orderDate: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
      items: [{ itemCode: 'CANDLE', quantity: 1, price: 14.5 }],
    });
    await merchant.rest('POST', '/public/orders', [
      ...LAPSED.map((name) => order(name, 120)),
      order(RECENT, 3),
    ]);

    return {
      prompt: `Write to every customer who has not ordered for ${DAYS} days, with the subject "${SUBJECT}" and exactly this text: "${BODY}". You need not ask again. Tell me how many got it and that it went out.`,
      ideal: async (task) => {
        await expectData(task, 'list_lapsed_customers', { days: DAYS });
        const campaign = { segment: 'lapsed', days: DAYS, subject: SUBJECT, body: BODY };
        await expectData(task, 'send_mass_marketing_email', campaign);
        await expectData(task, 'send_mass_marketing_email', { ...campaign, confirm: true });
        await waitUntil(async () => {
          const { already_sent } = await merchant.read('send_mass_marketing_email', campaign);
          return already_sent?.status === 'completed';
        });
        const { already_sent } = await expectData(task, 'send_mass_marketing_email', campaign);
        return `The campaign is ${already_sent.status}: ${already_sent.counts.sent} got it.`;
      },
      check: async (said) => {
        const faults = collectFaults();
        const { already_sent } = await merchant.read('send_mass_marketing_email', {
          segment: 'lapsed',
          days: DAYS,
          subject: SUBJECT,
          body: BODY,
        });
        if (!already_sent) return ['No such campaign was sent.'];
        faults.unless(already_sent.status === 'completed', `The campaign is ${already_sent.status}.`);
        faults.unless(
          already_sent.counts.sent === LAPSED.length,
          `${already_sent.counts.sent} messages went out instead of ${LAPSED.length}.`,
        );
        const { usage } = await merchant.read('get_subscription_info');
        faults.unless(
          usage.marketing_emails === LAPSED.length,
          `${usage.marketing_emails} marketing e-mails were used, so something was sent twice or to others.`,
        );
        faults.unlessSaid(said, 'how many got it', String(LAPSED.length));
        return faults.found;
      },
    };
  },
};
