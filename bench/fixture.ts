import { createHash, randomBytes } from 'node:crypto';
import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { MongoClient } from 'mongodb';

export interface Fixture {
  accountId: number;
  orderIds: number[];
  tokens: string[];
}

/** Returns the next token. All tokens are used in turn, because each token allows only sixty requests a minute. */
export function nextToken({ tokens }: Fixture): string {
  const token = tokens.shift() as string;
  tokens.push(token);
  return token;
}

export interface Addresses {
  auth: string;
  billing: string;
  orders: string;
  mongoUri: string;
}

const security = createChannelSecurity('shipctl');
const CHUNK = 500;
const DAY_MS = 86_400_000;
const SPAN_MS = 140 * DAY_MS;
const FIRST_ORDER = Date.now() - SPAN_MS;
const CITIES = [
  { city: 'New York', state: 'NY', zip: '10118' },
  { city: 'Chicago', state: 'IL', zip: '60601' },
  { city: 'Denver', state: 'CO', zip: '80202' },
  { city: 'Seattle', state: 'WA', zip: '98101' },
] as const;

/** Creates one account with money, this many ready-to-ship orders, and this many access tokens. */
export async function makeFixture(at: Addresses, orders: number, tokens: number): Promise<Fixture> {
  const auth = createGrpcClient(AuthDefinition, { address: at.auth, security });
  const { accountId } = await auth.rpc.createAccount({
    email: `bench-${randomBytes(6).toString('hex')}@example.com`,
    password: randomBytes(18).toString('base64url'),
    firstName: 'Bench',
    lastName: '',
    company: '',
    unverified: false,
  });
  auth.close();
  await putOnEnterprise(at.billing, accountId);
  const orderIds = await importOrders(at.orders, accountId, orders);
  return { accountId, orderIds, tokens: await insertConnections(at.mongoUri, accountId, tokens) };
}

const BALANCE_CENTS = 9_000_000;

/** Gives the account a plan that includes every tool, and money for every label. */
async function putOnEnterprise(address: string, accountId: number): Promise<void> {
  const { rpc, close } = createGrpcClient(BillingDefinition, { address, security });
  await rpc.updateAccount({ accountId, plan: 'enterprise', idempotencyKey: 'bench' });
  await rpc.addBalance({ accountId, amountCents: BALANCE_CENTS, idempotencyKey: 'bench' });
  close();
}

async function importOrders(address: string, accountId: number, count: number): Promise<number[]> {
  const { rpc, close } = createGrpcClient(OrdersDefinition, { address, security, defaultTimeoutMs: 60_000 });
  const ids: number[] = [];
  for (let from = 0; from < count; from += CHUNK) {
    const chunk = Array.from({ length: Math.min(CHUNK, count - from) }, (_, place) =>
      importedOrder(from + place, count),
    );
    ids.push(...(await rpc.importOrders({ accountId, orders: chunk })).ids);
  }
  close();
  return ids;
}

/**
 * Returns the n-th order of an import. The orders are spread over the same days, whatever their number, so that reports
 * always cover the same time.
 */
function importedOrder(number: number, count: number) {
  const place = CITIES[number % CITIES.length] as (typeof CITIES)[number];
  return {
    externalOrderId: `bench-${number}`,
    status: 'ChooseShipping',
    date: new Date(FIRST_ORDER + Math.floor((number / count) * SPAN_MS)),
    recipient: {
      name: `Customer ${number}`,
      firstName: 'Customer',
      lastName: String(number),
      company: '',
      street1: `${number} Main St`,
      street2: '',
      street3: '',
      country: 'US',
      phone: '5125550100',
      email: `customer${number}@example.com`,
      ...place,
    },
    items: [{ itemId: 0, name: 'Widget', sku: 'W-1', quantity: 1 + (number % 3), priceCents: 1999 }],
    shippingCents: 500,
    taxCents: 120,
    handlingCents: 0,
    discountCents: 0,
    weightOz: 12,
    note: '',
  };
}

/**
 * Writes access tokens to auth's collection and returns them. Each token has its own rate window. The load needs
 * thousands of rate windows, but an account normally has only one token.
 */
async function insertConnections(mongoUri: string, accountId: number, count: number): Promise<string[]> {
  const client = await MongoClient.connect(mongoUri);
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await client
    .db('parcelyard_auth')
    .collection<{ _id: string }>('tokens')
    .insertMany(
      tokens.map((token, number) => ({
        _id: `bench:${accountId}:${number}`,
        accountId,
        connection: 'access_token',
        tokenHash: createHash('sha256').update(token).digest('base64url'),
        expiresAt: new Date(Date.now() + DAY_MS),
        mcp: 0,
        rest: 0,
        lastUsedAt: null,
      })),
    );
  await client.close();
  return tokens;
}
