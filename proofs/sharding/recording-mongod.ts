import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { answerTo } from '@parcelyard/testing/wire/answer-to';
import { isMessage, readBody } from '@parcelyard/testing/wire/read-body';
import { startWireProxy } from '@parcelyard/testing/wire/start-wire-proxy';
import { type Route, readRoutes, readUniqueIndexes } from './read-routes';

/**
 * The local stack starts this program as its `mongod` on PATH. The program runs the embedded engine behind a proxy. For
 * each statement, the proxy records the fields from which a sharded cluster would choose shards. It writes a new
 * statement to the recording at once, and the number of repetitions every second. It does not wait until the process
 * ends, because the suite kills some databases.
 */
const { values } = parseArgs({
  strict: false,
  options: { dbpath: { type: 'string' }, port: { type: 'string' }, setParameter: { type: 'string' } },
});
const [dist, record] = [process.env.RECORD_DIST as string, process.env.RECORD_FILE as string];
const port = Number(values.port);

const CONFIGURATION = { version: 1, members: [{ _id: 0, host: `127.0.0.1:${port}` }] };
/**
 * The beginning of a BSON element with a 64-bit integer: its type and its name. The eight bytes of the value follow.
 */
const TRANSACTION_NUMBER = Buffer.from('\x12txnNumber\0', 'latin1');
/**
 * The position of the body in a message, after the header, the flags and the kind of the section. The driver sends the
 * body as the first section.
 */
const BODY = 21;
const owners = new Map<string, string>();
const counts = new Map<string, number>();
let unwritten = new Map<string, number>();
const note = (line: object) => {
  const text = JSON.stringify(line);
  if (!counts.has(text)) appendFileSync(record, `${text}\n`);
  else unwritten.set(text, (unwritten.get(text) ?? 0) + 1);
  counts.set(text, (counts.get(text) ?? 0) + 1);
};
const writeCounts = () => {
  const lines = [...unwritten].map(([text, again]) => `${JSON.stringify({ ...JSON.parse(text), again })}\n`);
  unwritten = new Map();
  if (lines.length > 0) appendFileSync(record, lines.join(''));
};
setInterval(writeCounts, 1000).unref();

/** Records which account inserted an `_id`, because on a cluster `_id` is unique only within a shard. */
function noteOwner(id: string, account: string, { database, collection }: Route): void {
  const owner = owners.get(id) ?? account;
  owners.set(id, owner);
  if (owner !== account) note({ shared: { database, collection } });
}

const engine = spawn(process.execPath, [join(dist, 'embedded-mongo.mjs')], {
  env: { EMBEDDED_MONGO_DATA_DIR: String(values.dbpath), EMBEDDED_MONGO_PORT: '0' },
  stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
});
engine.once('exit', (code) => {
  writeCounts();
  process.exit(code ?? 1);
});
const [ready] = await once(createInterface({ input: engine.stdout! }), 'line');
const target = new URL((JSON.parse(String(ready)) as { uri: string }).uri);

await startWireProxy({ host: target.hostname, port: Number(target.port) }, port, () => ({
  asked: (message) => {
    if (!isMessage(message)) return undefined;
    const body = readBody(message);
    // The stack asks a mongod for its replica set configuration. The embedded engine has none, so the proxy answers.
    if (body.replSetGetConfig !== undefined) return answerTo(message, { config: CONFIGURATION, ok: 1 });
    for (const index of readUniqueIndexes(body)) note({ index });
    for (const { account, inserted, ...route } of readRoutes(body)) {
      note({ route });
      if (inserted && account) noteOwner(`${route.database}.${route.collection} ${inserted}`, account, route);
    }
    return undefined;
  },
  passOn: withoutRetry,
}));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => engine.kill('SIGTERM'));

/**
 * Removes the transaction number, with which the driver marks a write that it may repeat. The local stack's URI for a
 * mongod requests retries, but the engine does not recognise a repeated write.
 */
function withoutRetry(message: Buffer): Buffer {
  const at = isMessage(message) ? message.indexOf(TRANSACTION_NUMBER) : -1;
  if (at < 0 || readBody(message).autocommit !== undefined) return message;
  const end = at + TRANSACTION_NUMBER.length + 8;
  const shorter = Buffer.concat([message.subarray(0, at), message.subarray(end)]);
  for (const length of [0, BODY]) shorter.writeInt32LE(message.readInt32LE(length) - (end - at), length);
  return shorter;
}
