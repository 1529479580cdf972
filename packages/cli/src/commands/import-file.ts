import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import type { Arguments } from '../arguments';
import type { Command } from '../command';
import type { Services } from '../connect-services';
import { toCustomer, toOrder, toProduct } from '../imports/import-records';
import { type RecordReader, readRecords } from '../imports/record-reader';

interface Outcome {
  created: number;
  skipped: number;
  ids: number[];
}

/** Maximum number of records in one call. A large file needs several calls. */
const CHUNK = 500;

const PARAMETERS = {
  '--account': 'Id of the account.',
  '--file': 'Path of the file; /dev/stdin reads the input.',
};

export const importOrders: Command = {
  usage: 'import orders --account ID --file F.json',
  summary: 'Imports orders from a JSON file.',
  parameters: PARAMETERS,
  services: ['auth', 'orders'],
  run: async (args, services) => {
    const { accountId, records } = await open(args, services, 'orders');
    const client = services.orders;
    return inChunks(records.map(toOrder), (orders) => client.importOrders({ accountId, orders }));
  },
};

export const importProducts: Command = {
  usage: 'import products --account ID --file F.json',
  summary: 'Imports products from a JSON file.',
  parameters: PARAMETERS,
  services: ['auth', 'orders'],
  run: async (args, services) => {
    const { accountId, records } = await open(args, services, 'products');
    const client = services.orders;
    return inChunks(records.map(toProduct), (products) => client.importProducts({ accountId, products }));
  },
};

export const importCustomers: Command = {
  usage: 'import customers --account ID --file F.json',
  summary: 'Imports customers from a JSON file.',
  parameters: PARAMETERS,
  services: ['auth', 'customers-email'],
  run: async (args, services) => {
    const { accountId, records } = await open(args, services, 'customers');
    const client = services.customers;
    const customers = records.map((record) => toCustomer(accountId, record));
    return inChunks(customers, (chunk) => client.importCustomers({ accountId, customers: chunk }));
  },
};

/** @throws DomainError not_found for an account that does not exist */
async function open(
  args: Arguments,
  services: Services,
  name: string,
): Promise<{ accountId: number; records: RecordReader[] }> {
  const accountId = args.requiredId('account');
  const file = args.requiredText('file');
  const { timeZone = DEFAULT_TIME_ZONE } = await services.auth.getAccount({ accountId });
  return { accountId, records: readRecords(file, name, timeZone) };
}

async function inChunks<T>(rows: readonly T[], send: (chunk: T[]) => Promise<Outcome>): Promise<Outcome> {
  const outcome: Outcome = { created: 0, skipped: 0, ids: [] };
  for (let start = 0; start < rows.length; start += CHUNK) {
    const { created, skipped, ids } = await send(rows.slice(start, start + CHUNK));
    outcome.created += created;
    outcome.skipped += skipped;
    outcome.ids.push(...ids);
  }
  return outcome;
}
