import { type Customer, CustomersDefinition } from '@parcelyard/contracts/customers';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { startGrpcServer } from '@parcelyard/service-kit/rpc/grpc-server';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createCustomersClient } from '../../src/adapters/clients/customers-client';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const aRecord = (accountId: number, customerId: number) =>
  ({ accountId, customerId, firstName: `Ada ${customerId}`, lastName: '', country: 'US' }) as Customer;

/** Serves records 1 to 99 of account 1, and stores the requests that it received. */
async function serve() {
  const asked: string[] = [];
  const handlers = {
    getCustomers: async ({ customers }: { customers: { accountId: number; customerId: number }[] }) => {
      asked.push(`${customers.length} together`);
      const found = customers.filter(({ accountId, customerId }) => accountId === 1 && customerId < 100);
      return { customers: found.map((ref) => aRecord(ref.accountId, ref.customerId)).reverse() };
    },
  };
  const server = await startGrpcServer({
    definition: CustomersDefinition,
    handlers: handlers as never,
    listen: '127.0.0.1:0',
    logger: silentLogger,
  });
  closers.push(() => server.drain(0));
  const { rpc, close } = createGrpcClient(CustomersDefinition, { address: server.address });
  closers.push(close);
  return { customers: createCustomersClient(rpc), asked };
}

const PAGE = [5, 6, 5, 999, 7];
const names = ['Ada 5', 'Ada 6', 'Ada 5', undefined, 'Ada 7'];

describe('customer records of a page of orders', () => {
  it('are read by one call, each once, and unknown records stay missing', async () => {
    const { customers, asked } = await serve();
    const found = await Promise.all(PAGE.map((customerId) => customers.find(1, customerId)));
    expect(found.map((contact) => contact?.address.name)).toEqual(names);
    expect(asked).toEqual(['4 together']);
  });

  it('of another account are missing', async () => {
    const { customers } = await serve();
    const [own, foreign] = await Promise.all([customers.find(1, 5), customers.find(2, 5)]);
    expect([own?.customerId, foreign]).toEqual([5, undefined]);
  });

  it('do not wait for records of an account whose shard does not answer', async () => {
    const never = new Promise<never>(() => undefined);
    const { find } = createCustomersClient({
      getCustomers: ({ customers }: { customers: { accountId: number; customerId: number }[] }) =>
        customers.some(({ accountId }) => accountId === 1)
          ? never
          : Promise.resolve({ customers: customers.map((ref) => aRecord(ref.accountId, ref.customerId)) }),
    } as never);
    void find(1, 5);
    expect(await find(2, 6)).toMatchObject({ customerId: 6 });
  });
});
