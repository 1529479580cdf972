import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startMongo } from '../src/engines/start-mongo';
import { startNats } from '../src/engines/start-nats';
import { createScope, type Scope } from '../src/scope';

/** Listens on the port that follows the named option, as the real programs do. */
const listener = (option: string) => `#!${process.execPath}
const port = process.argv[process.argv.indexOf('${option}') + 1];
require('node:net').createServer().listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;

/** What the embedded engine says to the thread that started it. */
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

  const install = (name: string, option: string) => {
    const programs = join(folder, 'bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, name), listener(option));
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

  it('a database that the environment names is used as it is', async () => {
    install('mongod', '--port');
    expect(await mongo('mongodb://db.example/')).toEqual({ kind: 'external', uri: 'mongodb://db.example/' });
  });

  it('otherwise a mongod on PATH is started', async () => {
    install('mongod', '--port');
    const engine = await mongo();
    expect(engine).toMatchObject({
      kind: 'mongod',
      uri: expect.stringMatching(/^mongodb:\/\/127\.0\.0\.1:\d+\/$/),
    });
    expect(() => process.kill(engine.pid as number, 0)).not.toThrow();
  });

  it('otherwise the embedded engine is, and data that it has once stays with it', async () => {
    const embedded = join(folder, 'embedded-mongo');
    expect(await mongo()).toEqual({ kind: 'embedded', uri: `mongodb://embedded/${embedded}` });
    install('mongod', '--port');
    mkdirSync(embedded);
    expect((await mongo()).kind).toBe('embedded');
  });

  it('a NATS that the environment names is used as it is', async () => {
    install('nats-server', '-p');
    expect((await nats('nats://nats.example:4222')).nats).toEqual({
      kind: 'external',
      url: 'nats://nats.example:4222',
    });
  });

  it('otherwise a nats-server on PATH is started, and started again on its port when it is killed', async () => {
    install('nats-server', '-p');
    const { nats: engine } = await nats();
    const { url, pid } = engine;
    expect(engine.kind).toBe('nats-server');
    process.kill(pid as number, 'SIGKILL');
    await eventually(() => expect(replaced).toContain('nats'));
    expect(engine.pid).not.toBe(pid);
    expect(engine.url).toBe(url);
  });
});
