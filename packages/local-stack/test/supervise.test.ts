import { eventually } from '@parcelyard/testing/eventually';
import { freePorts } from '@parcelyard/testing/free-ports';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { superviseForeignProgram } from '../src/processes/foreign-program';
import { readyLine } from '../src/processes/ready-line';
import { type Supervised, supervise } from '../src/processes/supervise';

/** A program that prints its environment when it is ready, and runs until it is stopped. */
const PROGRAM = `
  process.stdout.write(JSON.stringify({ ready: true, start: process.env.START }) + '\\n');
  process.on('disconnect', () => process.exit(1));
  setInterval(() => {}, 1e6);
`;

describe('a supervised process', () => {
  const said: unknown[] = [];
  let replaced = 0;
  let running: Supervised | undefined;

  const start = async (program: string) => {
    running = await supervise({
      name: 'toy',
      command: process.execPath,
      args: ['-e', program],
      environment: (count) => ({ START: String(count) }),
      ready: async (child) => void said.push((await readyLine(child)).start),
      onReplaced: () => {
        replaced += 1;
      },
      logger: silentLogger,
      ipc: true,
    });
    return running;
  };

  beforeEach(() => {
    said.length = 0;
    replaced = 0;
  });
  afterEach(() => running?.stop());

  it('is started again each time it is killed, and its environment may change', async () => {
    const toy = await start(PROGRAM);
    for (const kill of [1, 2, 3]) {
      const { pid } = toy;
      process.kill(pid, 'SIGKILL');
      await eventually(() => expect(replaced).toBe(kill));
      expect(toy.pid).not.toBe(pid);
    }
    expect(said).toEqual(['0', '1', '2', '3']);
  });

  it('stops and is not started again after stop', async () => {
    const toy = await start(PROGRAM);
    const { pid } = toy;
    await toy.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(replaced).toBe(0);
  });

  it.each([
    ['an exception', "throw new Error('no such database')", 'no such database'],
    [
      'a line in its log',
      `console.error(JSON.stringify({ level: 'fatal', msg: 'start failed', err: { message: 'TOKEN_KEYS: required' } })); process.exit(1)`,
      'TOKEN_KEYS: required',
    ],
    ['only its exit code', 'process.exit(3)', 'exit code 3'],
  ])('that ends during its start fails with its reason, from %s', async (_how, program, reason) => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await expect(start(program)).rejects.toThrow(`toy ended while it started: ${reason}`);
    jest.restoreAllMocks();
    expect(replaced).toBe(0);
  });

  it('that cannot be run fails too', async () => {
    const missing = supervise({
      name: 'ghost',
      command: '/no/such/program',
      args: [],
      environment: () => ({}),
      ready: () => new Promise(() => undefined),
      onReplaced: () => undefined,
      logger: silentLogger,
      ipc: false,
    });
    await expect(missing).rejects.toThrow('ghost ended while it started');
  });

  it('of another maker that ends during its start is no longer waited for', async () => {
    const waits = () => process.getActiveResourcesInfo().filter((kind) => /Timeout|TCP/.test(kind)).length;
    const before = waits();
    const [port = 0] = await freePorts(1);
    const failing = superviseForeignProgram({
      name: 'broken',
      program: process.execPath,
      args: ['-e', 'process.exit(3)'],
      port,
      onReplaced: () => undefined,
      logger: silentLogger,
    });
    await expect(failing).rejects.toThrow('broken ended while it started: exit code 3');
    await eventually(() => expect(waits()).toBeLessThanOrEqual(before), 5_000);
  });
});
