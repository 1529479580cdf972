import { readFileSync } from 'node:fs';
import { cents } from '@parcelyard/money/cents';
import { accountId } from '@parcelyard/service-kit/ids';
import { API_KEY, startStripeDouble } from '../../services/billing/test/stripe/start-stripe-double';
import type { Judge } from '../judge';
import { recordExchanges } from '../record-exchanges';
import { askStripe, stripeAdapter } from '../stripe/ask-stripe';
import { createFitsOpenApi, type OpenApi } from '../stripe/fits-openapi';
import { STRIPE_MOCK_VERSION, stripeDocument } from '../stripe/stripe-mock-module';

const CARDS = ['pm_pays', 'pm_declines', 'pm_authentication', 'pm_takes_days', 'pm_unknown'];

export const stripeDouble: Judge = {
  name: 'Stripe (our double)',
  proves: "The answers of our double of Stripe match Stripe's published OpenAPI document.",
  needs: ['go'],
  async judge(workshop) {
    const document = JSON.parse(readFileSync(await stripeDocument(workshop), 'utf8')) as OpenApi;
    const fits = createFitsOpenApi(document);
    const double = await startStripeDouble();
    const recorder = await recordExchanges(new URL(double.url).host);
    try {
      const payments = await stripeAdapter(recorder.url, API_KEY, () => {});
      for (const [at, paymentMethod] of CARDS.entries()) {
        const reference = `rch_pur_1_1_${at}-0123456789abcdef`;
        await askStripe(payments, {
          reference,
          accountId: accountId(7),
          amount: cents(1234),
          paymentMethod,
        });
        const intent = double.intents.at(-1)?.id ?? '';
        double.refunds.unshift({ id: `re_${at}`, payment_intent: intent, amount: 100, status: 'succeeded' });
        double.disputes.unshift({ id: `du_${at}`, payment_intent: intent, amount: 100, status: 'lost' });
      }
      await askStripe(await stripeAdapter(recorder.url, 'sk_test_wrong', () => {}), {
        reference: 'rch_1',
        accountId: accountId(7),
        amount: cents(1),
        paymentMethod: 'pm_pays',
      }).catch(() => undefined);
    } finally {
      await recorder.close();
      await double.stop();
    }
    const faults = [...new Set(recorder.exchanges.flatMap(fits))];
    return { version: STRIPE_MOCK_VERSION, checked: recorder.exchanges.length, faults };
  },
};
