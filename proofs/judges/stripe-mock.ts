import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cents } from '@parcelyard/money/cents';
import { accountId } from '@parcelyard/service-kit/ids';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import type { Judge } from '../judge';
import { recordExchanges } from '../record-exchanges';
import { askStripe, stripeAdapter } from '../stripe/ask-stripe';
import { STRIPE_MOCK, STRIPE_MOCK_VERSION, stripeDocument } from '../stripe/stripe-mock-module';
import type { Workshop } from '../workshop';

const START_MS = 60_000;

const ORDER = {
  reference: 'rch_pur_1_1_1-0123456789abcdef',
  accountId: accountId(7),
  amount: cents(1234),
  paymentMethod: 'pm_1',
};

/** Stripe's states that the adapter handles. A state that is missing in this list is a fault of our code. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'payment_intent.status': [
    ...['canceled', 'processing', 'requires_action', 'requires_capture', 'requires_confirmation'],
    ...['requires_payment_method', 'succeeded'],
  ],
  'dispute.status': [
    ...['lost', 'needs_response', 'prevented', 'under_review', 'warning_closed', 'warning_needs_response'],
    ...['warning_under_review', 'won'],
  ],
  'api_errors.type': ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'],
};

export const stripeMock: Judge = {
  name: 'stripe-mock',
  proves:
    "Every request of the Stripe adapter matches Stripe's published OpenAPI document, and the adapter knows all states and types of errors in the document.",
  needs: ['go'],
  async judge(workshop) {
    const program = await workshop.go(STRIPE_MOCK);
    const faults = await unknownStates(workshop);
    const [port, other] = [await freePort(), await freePort()];
    const mock = spawn(program, ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${other}`]);
    const recorder = await recordExchanges(`127.0.0.1:${port}`, withOurMetadata);
    try {
      await eventually(() => fetch(`http://127.0.0.1:${port}`), START_MS);
      faults.push(...(await callEveryMethod(recorder.url)));
    } finally {
      await recorder.close();
      mock.kill();
    }
    for (const { method, path, status, body } of recorder.exchanges) {
      if (status !== 200) faults.push(`${method} ${path} is answered ${status}: ${body.slice(0, 300)}`);
    }
    const states = Object.values(KNOWN).flat().length;
    return { version: STRIPE_MOCK_VERSION, checked: recorder.exchanges.length + states, faults };
  },
};

/**
 * Calls the mock with every method of the adapter, and returns the faults. The mock answers with fixtures, which are
 * not our charges, so the content of the answers is not checked.
 */
async function callEveryMethod(url: string): Promise<string[]> {
  const faults: string[] = [];
  const payments = await stripeAdapter(url, 'sk_test_123', (fault) => faults.push(fault));
  for (const id of await askStripe(payments, ORDER)) {
    if (!/^(re|dp|du)_/.test(id)) faults.push(`${id} is neither a refund nor a dispute`);
  }
  // The mock answers with the payment intent of another charge, and the adapter must report this mismatch.
  const noticed = faults.filter((fault) => fault.startsWith('mismatch'));
  const others = faults.filter((fault) => !fault.startsWith('mismatch'));
  return noticed.length > 0 ? others : [...others, 'the intent of another charge was accepted'];
}

/**
 * Adds our metadata to the mock's fixtures, so that the adapter accepts them as our charges and reads them by their id.
 */
const withOurMetadata = (body: string) =>
  body.replace(
    /"metadata":\s*(\{\}|null)/g,
    `"metadata":{"reference":"${ORDER.reference}","account_id":"${ORDER.accountId}"}`,
  );

async function unknownStates(workshop: Workshop): Promise<string[]> {
  const { components } = JSON.parse(readFileSync(await stripeDocument(workshop), 'utf8'));
  return Object.entries(KNOWN).flatMap(([name, known]) => {
    const [schema = '', field = ''] = name.split('.');
    const published: string[] = components.schemas[schema].properties[field].enum;
    const unknown = published.filter((state) => !known.includes(state));
    return unknown.map((state) => `${name} may be ${state}, which the adapter does not know`);
  });
}
