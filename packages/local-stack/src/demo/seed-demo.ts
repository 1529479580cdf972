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

/** Fixed, so that README and scripts can name it; the stack listens on the loopback interface only. */
const EMAIL = 'demo@parcelyard.example';
const PASSWORD = 'demo parcels everywhere';

const BALANCE = cents(250_00);
const AUTO_RECHARGE = cents(25_00);

export interface SeedOutcome {
  products: number;
  customers: number;
  orders: number;
}

/** The demo account with its access token; made when it is not there. */
export async function openDemoAccount({ auth }: Pick<OperatorClients, 'auth'>): Promise<DemoAccount> {
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
        return auth.verifyPassword({ email: EMAIL, password: PASSWORD });
      }
      throw error;
    });
  const { token } = await auth.showAccessToken({ accountId });
  return { accountId, email: EMAIL, password: PASSWORD, accessToken: token };
}

/** Plan, balance and records. Repeating it adds nothing twice; what it made it recognises by key. */
export async function seedDemo(clients: OperatorClients, accountId: number, now: Date): Promise<SeedOutcome> {
  const { billing, customers, orders } = clients;
  await billing.updateAccount({
    accountId,
    plan: 'enterprise',
    autoRechargeCents: AUTO_RECHARGE,
    idempotencyKey: 'demo-seed',
  });
  await billing.addBalance({ accountId, amountCents: BALANCE, idempotencyKey: `demo-seed-${accountId}` });
  const products = await orders.importProducts({ accountId, products: demoProducts });
  const book = await customers.importCustomers({ accountId, customers: demoCustomers(accountId) });
  await orders.connectPlatform({
    accountId,
    storeName: 'Demo Parcels sandbox store',
    store: { $case: 'sandbox', sandbox: { ordersPerDay: 12 } },
  });
  const imported = await orders.importOrders({ accountId, orders: demoOrders(book.ids, now) });
  return { products: products.created, customers: book.created, orders: imported.created };
}
