import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Arguments } from '../arguments';
import type { Command } from '../command';
import type { Services } from '../connect-services';
import { toCustomer, toOrder, toProduct } from '../imports/import-records';
import { type RecordReader, readRecords } from '../imports/record-reader';
import { messageOf } from '../message-of';

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
    return inChunks('orders', records.map(toOrder), (orders) => client.importOrders({ accountId, orders }));
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
    return inChunks('products', records.map(toProduct), (products) =>
      client.importProducts({ accountId, products }),
    );
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
    return inChunks('customers', customers, (chunk) =>
      client.importCustomers({ accountId, customers: chunk }),
    );
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

/** If a chunk is refused, the result also says what the chunks before it have imported. */
async function inChunks<T>(
  name: string,
  rows: readonly T[],
  send: (chunk: T[]) => Promise<Outcome>,
): Promise<Outcome & { error?: string }> {
  const outcome: Outcome = { created: 0, skipped: 0, ids: [] };
  for (let start = 0; start < rows.length; start += CHUNK) {
    try {
      const { created, skipped, ids } = await send(rows.slice(start, start + CHUNK));
      outcome.created += created;
      outcome.skipped += skipped;
      outcome.ids.push(...ids);
    } catch (error) {
      if (start === 0) throw error;
      const before = `The first ${start} ${name} of the file were imported: remove them before you import the rest.`;
      return { ...outcome, error: `${messageOf(inFile(error, name, start))} ${before}` };
    }
  }
  return outcome;
}

/**
 * Services number the records of a chunk from 0, as in `orders[4].status`. Returns the error with the record's place in
 * the file.
 */
function inFile(error: unknown, name: string, start: number): unknown {
  if (!(error instanceof DomainError) || error.field === undefined) return error;
  const place = Number.parseInt(error.field.slice(name.length + 1), 10);
  const field = error.field.replace(`${name}[${place}]`, `${name}[${place + start}]`);
  return new DomainError(error.code, error.reason, error.params, { field });
}
