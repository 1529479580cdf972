import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import type { Request } from '../wire/message';
import { aggregate } from './aggregate';
import { bulkWrite } from './bulk-write';
import type { Command, Reply } from './command';
import { count, distinct } from './count-distinct';
import { remove } from './delete';
import { explain } from './explain';
import { find, getMore, killCursors } from './find';
import { findAndModify } from './find-and-modify';
import { createIndexes, dropIndexes, listIndexes } from './indexes';
import { insert } from './insert';
import { create, drop, dropDatabase, listCollections, listDatabases } from './namespaces';
import { helloCommand, type Identity, informationCommands } from './server-information';
import { update } from './update';

/** Fields that any command may carry. */
const COMMON =
  '$db lsid txnNumber $clusterTime $readPreference readConcern writeConcern maxTimeMS comment apiVersion apiStrict apiDeprecationErrors';

/** The whole command table, as a function of a request. Throws `CommandNotFound` and what the command throws. */
export function commandRunner(
  engine: Engine,
  identity: Identity,
): (request: Request) => Reply | Promise<Reply> {
  const hello = helloCommand(identity);
  const commands: Record<string, Command> = {
    ...informationCommands,
    hello,
    ismaster: hello,
    isMaster: hello,
    insert,
    update,
    bulkWrite,
    delete: remove,
    findAndModify,
    findandmodify: findAndModify,
    find,
    getMore,
    killCursors,
    count,
    distinct,
    aggregate,
    explain,
    createIndexes,
    listIndexes,
    dropIndexes,
    listCollections,
    listDatabases,
    create,
    drop,
    dropDatabase,
  };
  const known = new Map<string, { command: Command; fields: Set<string> | undefined }>();
  for (const [name, command] of Object.entries(commands)) {
    const fields =
      command.fields === '*' ? undefined : new Set(`${name} ${command.fields} ${COMMON}`.split(' '));
    known.set(name, { command, fields });
  }
  return ({ body, sequences }) => {
    let name = '';
    for (name in body) break;
    const entry = known.get(name);
    if (!entry) throw new EngineError('CommandNotFound', `no such command: '${name}'`);
    const { command, fields } = entry;
    if ('startTransaction' in body || 'autocommit' in body)
      throw new EngineError(
        'OperationNotSupportedInTransaction',
        'Transactions are not supported by this engine',
      );
    for (const field in body)
      if (fields && !fields.has(field))
        throw new EngineError('IDLUnknownField', `Field '${name}.${field}' is unknown`);
    if (body.readConcern?.level === 'snapshot')
      throw new EngineError('InvalidOptions', 'Read concern snapshot is not supported by this engine');
    return command.run({ engine, body, sequences, database: body.$db });
  };
}
