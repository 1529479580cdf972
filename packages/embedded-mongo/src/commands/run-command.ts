import type { Document } from 'bson';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import type { TransactionName } from '../transactions';
import type { Request } from '../wire/message';
import { aggregate, count } from './aggregate';
import { bulkWrite } from './bulk-write';
import type { Command, Reply } from './command';
import { explain } from './explain';
import { find, getMore, killCursors } from './find';
import { findAndModify } from './find-and-modify';
import { createIndexes, dropDatabase, listCollections, listIndexes } from './indexes';
import { abortTransaction, commitTransaction } from './transactions';
import { insert, remove, update } from './update';

/** Fields that any command may have. */
const COMMON =
  '$db lsid txnNumber autocommit startTransaction $clusterTime $readPreference readConcern writeConcern maxTimeMS comment apiVersion apiStrict apiDeprecationErrors';

/**
 * Reports the protocol versions up to MongoDB 7.0. Leaves out `topologyVersion`, because MongoDB drivers would expect a
 * stream of answers if it were present.
 */
const hello: Command = {
  fields: '*',
  run: ({ body }) => ({
    ...('hello' in body ? { isWritablePrimary: true } : { ismaster: true }),
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    helloOk: true,
    // MongoDB drivers use transactions only with routers and with replica set members. A replica set member must report
    // the set's name and its members' addresses, so the engine reports itself as a router.
    msg: 'isdbgrid',
    // Tells the services' diagnosis that this is not a MongoDB server.
    embedded: true,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  }),
};

const acknowledge: Command = { fields: '', run: () => ({ ok: 1 }) };

export const COMMANDS: Readonly<Record<string, Command>> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: acknowledge,
  endSessions: acknowledge,
  insert,
  update,
  bulkWrite,
  delete: remove,
  findAndModify,
  find,
  getMore,
  killCursors,
  count,
  aggregate,
  explain,
  createIndexes,
  listIndexes,
  listCollections,
  dropDatabase,
  commitTransaction,
  abortTransaction,
};

/**
 * Returns a function that runs the command of a request. The function throws `CommandNotFound` and the errors of the
 * commands.
 */
export function commandRunner(engine: Engine): (request: Request) => Reply | Promise<Reply> {
  const known = new Map(
    Object.entries(COMMANDS).map(([name, { fields, run, inTransactions }]) => {
      const names = fields === '*' ? undefined : new Set(`${name} ${fields} ${COMMON}`.split(' '));
      return [name, { fields: names, run, inTransactions }];
    }),
  );
  return ({ body, sequences }) => {
    let name = '';
    for (name in body) break;
    const command = known.get(name);
    if (!command) throw new EngineError('CommandNotFound', `no such command: '${name}'`);
    if ('txnNumber' in body && body.autocommit !== false)
      throw new EngineError(
        'IllegalOperation',
        'Transaction numbers are only allowed on a replica set member or mongos',
      );
    for (const field in body)
      if (command.fields && !command.fields.has(field))
        throw new EngineError('IDLUnknownField', `Field '${name}.${field}' is unknown`);
    if (body.readConcern?.level === 'snapshot')
      throw new EngineError('InvalidOptions', 'Read concern snapshot is not supported by this engine');
    const transaction = 'txnNumber' in body ? transactionOf(body) : undefined;
    if (transaction && !command.inTransactions)
      throw new EngineError(
        'OperationNotSupportedInTransaction',
        `This engine does not run '${name}' in a transaction`,
      );
    return command.run({ engine, body, sequences, database: body.$db, transaction });
  };
}

const transactionOf = ({ lsid, txnNumber, startTransaction }: Document): TransactionName => ({
  session: lsid.id.buffer,
  number: Number(txnNumber),
  starts: startTransaction === true,
});
