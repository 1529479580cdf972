import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startMongo } from '../src/engines/start-mongo';
import { startNats } from '../src/engines/start-nats';
import { createScope, type Scope } from '../src/scope';

/** A stand-in program that listens on the port given after `option`, as the real programs do. */
const listener = (option: string) => `#!${process.execPath}
const port = process.argv[process.argv.indexOf('${option}') + 1];
require('node:net').createServer().listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;

/**
 * A stand-in for `mongod` that stores one replica set configuration in a file. It becomes primary when the
 * configuration contains its own address.
 */
const MONGOD = `#!${process.execPath}
const { deserialize, serialize } = require('${require.resolve('mongodb')}').BSON;
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const after = (option) => process.argv[process.argv.indexOf(option) + 1];
const host = '127.0.0.1:' + after('--port');
const file = after('--dbpath') + '/config.json';
const read = () => existsSync(file) && JSON.parse(readFileSync(file, 'utf8'));
const write = (config) => writeFileSync(file, JSON.stringify(config));
const answer = (command) => {
  if (command.replSetGetConfig) return read() ? { config: read(), ok: 1 } : { ok: 0, code: 94, errmsg: 'no config' };
  if (command.replSetInitiate) write({ version: 1, ...command.replSetInitiate });
  if (command.replSetReconfig) write(command.replSetReconfig);
  const isWritablePrimary = read() && read().members[0].host === host;
  const set = isWritablePrimary ? { setName: after('--replSet'), hosts: [host] } : { isreplicaset: true };
  return { isWritablePrimary, ismaster: isWritablePrimary, ...set, helloOk: true, maxWireVersion: 21, minWireVersion: 0, ok: 1 };
};
require('node:net').createServer((socket) => socket.on('data', (message) => {
  const legacy = message.readInt32LE(12) === 2004;
  const body = deserialize(message.subarray(legacy ? message.indexOf(0, 20) + 9 : 21));
  const reply = serialize(answer(body));
  const head = Buffer.alloc(legacy ? 36 : 21);
  head.writeInt32LE(head.length + reply.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(legacy ? 1 : 2013, 12);
  if (legacy) head.writeInt32LE(1, 32);
  socket.write(Buffer.concat([head, reply]));
})).listen(Number(after('--port')), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;

/** A stand-in for the embedded engine: it sends the same messages to the thread that started it. */
const EMBEDDED = `
import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', () => process.exit(0));
parentPort.postMessage({ ready: true, uri: 'mongodb://embedded/' + workerData.dataDir });
`;

describe('the choice of engines', () => {
  let folder: string;
  let scope: Scope;
  let path: string | undefined;
  const replaced: string[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-engines-'));
    scope = createScope();
    path = process.env.PATH;
    writeFileSync(join(folder, 'embedded-mongo.mjs'), EMBEDDED);
  });
  afterEach(async () => {
    process.env.PATH = path;
    await scope.close();
    rmSync(folder, { recursive: true });
  });

  const install = (name: string, program: string) => {
    const programs = join(folder, 'bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, name), program);
    chmodSync(join(programs, name), 0o755);
    process.env.PATH = `${programs}${delimiter}${path}`;
  };
  const mongo = (uri?: string) =>
    startMongo({
      uri,
      dataDir: folder,
      programsDir: folder,
      ownProcess: false,
      scope,
      logger: silentLogger,
      onReplaced: () => replaced.push('mongo'),
    });
  const nats = (url?: string) =>
    startNats({
      url,
      split: false,
      dataDir: folder,
      scope,
      logger: silentLogger,
      onReplaced: () => replaced.push('nats'),
    });

  it('a database in the environment is used unchanged', async () => {
    install('mongod', listener('--port'));
    expect(await mongo('mongodb://db.example/')).toEqual({ kind: 'external', uri: 'mongodb://db.example/' });
  });

  it('otherwise a mongod on PATH is started as a replica set of one, with the address of this start', async () => {
    install('mongod', MONGOD);
    for (const version of [1, 2]) {
      const engine = await mongo();
      const [, host] = /^mongodb:\/\/(127\.0\.0\.1:\d+)\/\?directConnection=true$/.exec(engine.uri) ?? [];
      expect(engine.kind).toBe('mongod');
      expect(() => process.kill(engine.pid as number, 0)).not.toThrow();
      const config = JSON.parse(readFileSync(join(folder, 'mongod', 'config.json'), 'utf8'));
      expect(config).toEqual({ _id: 'parcelyard', version, members: [{ _id: 0, host }] });
      await scope.close();
      scope = createScope();
    }
  });

  it('otherwise the embedded engine is used, and also later for the data that it has', async () => {
    const embedded = join(folder, 'embedded-mongo');
    expect(await mongo()).toEqual({ kind: 'embedded', uri: `mongodb://embedded/${embedded}` });
    install('mongod', listener('--port'));
    mkdirSync(embedded);
    expect((await mongo()).kind).toBe('embedded');
  });

  it('a NATS server in the environment is used unchanged', async () => {
    install('nats-server', listener('-p'));
    expect((await nats('nats://nats.example:4222')).nats).toEqual({
      kind: 'external',
      url: 'nats://nats.example:4222',
    });
  });

  it('otherwise a nats-server on PATH is started, and started again on its port after it is killed', async () => {
    install('nats-server', listener('-p'));
    const { nats: engine } = await nats();
    const { url, pid } = engine;
    expect(engine.kind).toBe('nats-server');
    process.kill(pid as number, 'SIGKILL');
    await eventually(() => expect(replaced).toContain('nats'));
    expect(engine.pid).not.toBe(pid);
    expect(engine.url).toBe(url);
  });
});
