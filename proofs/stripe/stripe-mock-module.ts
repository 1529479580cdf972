import { join } from 'node:path';
import type { Workshop } from '../workshop';

/** The newest version that module proxies serve. It contains Stripe's published OpenAPI document. */
export const STRIPE_MOCK_VERSION = '0.203.0';
export const STRIPE_MOCK = `github.com/stripe/stripe-mock@v${STRIPE_MOCK_VERSION}`;

export async function stripeDocument(workshop: Workshop): Promise<string> {
  await workshop.go(STRIPE_MOCK);
  const cache = (await workshop.run('go', ['env', 'GOMODCACHE'])).trim();
  return join(cache, STRIPE_MOCK, 'embedded/openapi/spec3.json');
}
