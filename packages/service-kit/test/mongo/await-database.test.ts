import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { MongoServerError, MongoServerSelectionError, type TopologyDescription } from 'mongodb';
import { awaitDatabase } from '../../src/mongo/await-database';
import { openWaitingRoom } from '../../src/open-waiting-room';
import { checkHealth, NOT_SERVING, SERVING } from '../rpc/check-health';

const noServer = new MongoServerSelectionError('getaddrinfo EAI_AGAIN db', {} as TopologyDescription);
const noName = Object.assign(new Error('querySrv ESERVFAIL _mongodb._tcp.db'), { syscall: 'querySrv' });
const aLoggerThat = (warn: (context: { err: Error }) => void) =>
  Object.assign(Object.create(silentLogger), { warn });

async function aProgram(failures: Error[]) {
  const [admin, health] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const stopping = new AbortController();
  const warned: Error[] = [];
  let tries = 0;
  let isThere = false;
  const database = awaitDatabase({
    connect: async () => {
      tries += 1;
      if (isThere) return 'connected';
      throw failures[(tries - 1) % failures.length];
    },
    onWait: () => openWaitingRoom({ adminListen: admin, healthListen: health, missing: 'mongodb' }),
    signal: stopping.signal,
    logger: aLoggerThat(({ err }) => warned.push(err)),
    pauseMs: 1,
  });
  const ask = async (path: string) => {
    const response = await fetch(`http://${admin}${path}`);
    return `${response.status} ${await response.text()}`.trim();
  };
  const arrive = () => {
    isThere = true;
  };
  return { admin, health, database, ask, arrive, warned, stop: () => stopping.abort(), tries: () => tries };
}

it.each([
  ['no server answers', noServer],
  ['its name is not resolved', noName],
])(
  'a program whose database is not reachable is alive, not ready, and logs that once: %s',
  async (_, failure) => {
    const program = await aProgram([failure]);
    await eventually(async () => expect(await program.ask('/healthz')).toBe('200 ok'));
    expect(await program.ask('/readyz')).toBe('503 waiting for mongodb');
    expect(await checkHealth(program.health, 'liveness')).toBe(SERVING);
    expect(await checkHealth(program.health, '')).toBe(NOT_SERVING);
    await eventually(() => expect(program.tries()).toBeGreaterThan(3));
    expect(program.warned).toEqual([failure]);

    program.arrive();
    expect(await program.database).toBe('connected');
    // After the wait, the ports must be free again, because the program's own listeners use the same ports.
    const listen = { adminListen: program.admin, healthListen: program.health };
    const close = await openWaitingRoom({ ...listen, missing: 'mongodb' });
    await close();
  },
);

it('a refusal by a reachable database stops the start', async () => {
  const refused = new MongoServerError({ code: 18, message: 'Authentication failed.' });
  await expect((await aProgram([refused])).database).rejects.toBe(refused);
  await expect((await aProgram([noServer, refused])).database).rejects.toBe(refused);
});

it('a signal ends the wait', async () => {
  const program = await aProgram([noServer]);
  const ended = expect(program.database).rejects.toThrow('aborted');
  await eventually(() => expect(program.tries()).toBeGreaterThan(1));
  program.stop();
  await ended;
  await expect(program.ask('/healthz')).rejects.toThrow();
});
