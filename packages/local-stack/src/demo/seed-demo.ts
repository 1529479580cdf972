import type { Account } from '@parcelyard/contracts/auth';
import type { ImportResponse } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { OperatorClients } from '../running-services';
import { demoCustomers } from './demo-customers';
import { demoOrders } from './demo-orders';
import { demoProducts } from './demo-products';

export interface DemoAccount {
  accountId: number;
  email: string;
  password: string;
  accessToken: string;
}

/**
 * Fixed values, so that README and scripts can contain them. They need not be secret, because the stack listens only on
 * loopback.
 */
const EMAIL = 'demo@parcelyard.example';
const PASSWORD = 'demo parcels everywhere';

/** Shown when the owner has changed the password, because only the owner knows it then. */
const CHANGED_PASSWORD = 'the password that you set';

const BALANCE = cents(250_00);
const AUTO_RECHARGE = cents(25_00);
const ORDERS_PER_DAY = 12;

export interface SeedOutcome {
  products: number;
  customers: number;
  orders: number;
}

const OTHER_KEYS =
  'The database was filled with other keys (TOKEN_KEYS). Use the DATA_DIR or the Secrets with which it was filled, or use an empty database.';

/**
 * Returns the demo account with its access token. Creates the account if it is missing.
 * @throws Error when the database has tokens that the current keys cannot open
 */
export async function openDemoAccount({
  auth,
}: Pick<OperatorClients, 'auth'>): Promise<{ account: DemoAccount; isNew: boolean }> {
  let isNew = true;
  let password = PASSWORD;
  const { accountId } = await auth
    .createAccount({
      email: EMAIL,
      password: PASSWORD,
      firstName: 'Dana',
      lastName: 'Demo',
      company: 'Demo Parcels',
      unverified: false,
    })
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'already_exists') {
        isNew = false;
        return auth.verifyPassword({ email: EMAIL, password: PASSWORD });
      }
      throw error;
    })
    .catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
      password = CHANGED_PASSWORD;
      return findDemoAccount(auth);
    });
  const { token } = await auth.showAccessToken({ accountId }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.reason !== 'access_token_unreadable') throw error;
    throw new Error(OTHER_KEYS, { cause: error });
  });
  return { account: { accountId, email: EMAIL, password, accessToken: token }, isNew };
}

const ACCOUNTS_PER_PAGE = 100;

async function findDemoAccount(auth: OperatorClients['auth'], afterAccountId = 0): Promise<Account> {
  const { accountIds } = await auth.listAccounts({ afterAccountId, limit: ACCOUNTS_PER_PAGE });
  const accounts = await Promise.all(accountIds.map((accountId) => auth.getAccount({ accountId })));
  const last = accountIds.at(-1);
  const demo = accounts.find(({ email }) => email === EMAIL);
  if (demo) return demo;
  if (last === undefined) throw new Error(`No account has the address ${EMAIL}.`);
  return findDemoAccount(auth, last);
}

/**
 * Sets plan, products and store. A repeated call adds nothing; it changes only how many orders a day the store gets.
 */
export async function setUpDemoAccount(
  { billing, orders }: Pick<OperatorClients, 'billing' | 'orders'>,
  accountId: number,
  ordersPerDay: number,
): Promise<ImportResponse> {
  await billing.updateAccount({
    accountId,
    plan: 'enterprise',
    autoRechargeCents: AUTO_RECHARGE,
    idempotencyKey: 'demo-seed',
  });
  await orders.connectPlatform({
    accountId,
    storeName: 'Demo Parcels sandbox store',
    store: { $case: 'sandbox', sandbox: { ordersPerDay } },
  });
  return orders.importProducts({ accountId, products: demoProducts });
}

/** Sets plan, balance and today's records. A repeated call adds nothing, because each record has a key. */
export async function seedDemo(
  clients: Pick<OperatorClients, 'billing' | 'customers' | 'orders'>,
  accountId: number,
  now: Date,
): Promise<SeedOutcome> {
  const { billing, customers, orders } = clients;
  const products = await setUpDemoAccount(clients, accountId, ORDERS_PER_DAY);
  await billing.addBalance({ accountId, amountCents: BALANCE, idempotencyKey: `demo-seed-${accountId}` });
  const book = await customers.importCustomers({ accountId, customers: demoCustomers(accountId) });
  const imported = await orders.importOrders({ accountId, orders: demoOrders(book.ids, now) });
  return { products: products.created, customers: book.created, orders: imported.created };
}
