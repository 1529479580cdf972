import { connect } from 'node:net';
import { eventually } from '@parcelyard/testing/eventually';
import { admission } from '../../../src/surfaces/http/admission';
import { createDrainableServer } from '../../../src/surfaces/http/drainable-server';

const NEVER_MS = 600_000;

interface Given {
  maxInFlight: number;
  waitMs?: number;
}

/** A server whose requests are answered when the test says so, and what it has been asked. */
async function startDoor({ maxInFlight, waitMs = NEVER_MS }: Given) {
  const asked: string[] = [];
  const refused: string[] = [];
  const answers = new Map<string, () => void>();
  let waiting = 0;
  const door = admission(
    ({ url = '' }, response) => {
      asked.push(url);
      return new Promise<void>((resolve) => {
        answers.set(url, () => {
          response.end();
          resolve();
        });
      });
    },
    {
      maxInFlight,
      maxPerConnection: 4,
      waitMs,
      refuse: ({ url = '' }, response) => {
        refused.push(url);
        response.writeHead(503).end();
        return undefined;
      },
      onRefusal: () => undefined,
      onWaiting: (by) => {
        waiting += by;
      },
    },
  );
  const server = createDrainableServer(door);
  const address = await server.listen('127.0.0.1:0');
  const answer = (url: string) => answers.get(url)?.();
  const nobodyWaits = () => eventually(() => expect(waiting).toBe(0));
  const isAsked = (...urls: string[]) => eventually(() => expect(asked).toEqual(urls));
  stops.push(() => server.drain(0));
  return {
    server,
    asked,
    refused,
    answer,
    isAsked,
    nobodyWaits,
    caller: () => openCaller(Number(address.split(':')[1])),
  };
}

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** One connection that is kept, and the statuses of its answers. */
function openCaller(port: number) {
  let text = '';
  let isClosed = false;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('data', (data) => {
    text += data;
  });
  stops.push(() => socket.destroy());
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  return {
    ask: (...paths: string[]) =>
      void socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ship.example\r\n\r\n`).join('')),
    hangUp: () => void socket.destroy(),
    hasHeard: (...wanted: number[]) => eventually(() => expect(statuses()).toEqual(wanted)),
    lastHeaders: () => text.slice(text.lastIndexOf('HTTP/1.1')),
    isClosed: () => eventually(() => expect(isClosed).toBe(true)),
  };
}

type Door = Awaited<ReturnType<typeof startDoor>>;

/** A caller who was refused, and who came back at once or says nothing. */
async function refusedCaller(door: Door, name: string, comesBack = true) {
  const caller = door.caller();
  caller.ask(`${name}/1`);
  await caller.hasHeard(503);
  if (comesBack) caller.ask(`${name}/2`);
  return caller;
}

async function startFull(given: Partial<Given> = {}) {
  const { maxInFlight = 1 } = given;
  const door = await startDoor({ ...given, maxInFlight });
  const first = door.caller();
  const inside = Array.from({ length: maxInFlight }, (_, place) => `/in/${place + 1}`);
  for (const url of inside.slice(1)) door.caller().ask(url);
  first.ask(inside[0] as string);
  await eventually(() => expect(door.asked.toSorted()).toEqual(inside));
  return { ...door, first };
}

it('who was refused and comes back at once waits unread, and has the next place', async () => {
  const door = await startFull();
  const back = await refusedCaller(door, '/back');
  // A call on another connection: after its answer, everything that had arrived has been read.
  await refusedCaller(door, '/other', false);
  expect(door.refused).toEqual(['/back/1', '/other/1']);
  door.answer('/in/1');
  await door.isAsked('/in/1', '/back/2');
  door.answer('/back/2');
  await back.hasHeard(503, 200);
});

it('places go to those who wait in the order in which they were refused', async () => {
  const door = await startFull();
  for (const name of ['/a', '/b', '/c']) await refusedCaller(door, name);
  for (const url of ['/in/1', '/a/2', '/b/2', '/c/2']) {
    await eventually(() => expect(door.asked.at(-1)).toBe(url));
    door.answer(url);
  }
  expect(door.asked).toEqual(['/in/1', '/a/2', '/b/2', '/c/2']);
  expect(door.refused).toHaveLength(3);
});

it('who waits and has nothing to say passes the place on', async () => {
  const door = await startFull();
  const silent = await Promise.all(['/a', '/b', '/c'].map((name) => refusedCaller(door, name, false)));
  await refusedCaller(door, '/talker');
  door.answer('/in/1');
  await door.isAsked('/in/1', '/talker/2');
  door.answer('/talker/2');
  // It keeps to what it was told, and is read as ever.
  silent[0]?.ask('/a/2');
  await door.isAsked('/in/1', '/talker/2', '/a/2');
});

it('who hung up while waiting holds nobody up', async () => {
  const door = await startFull();
  const gone = await refusedCaller(door, '/gone', false);
  await refusedCaller(door, '/next');
  gone.hangUp();
  await gone.isClosed();
  door.answer('/in/1');
  await door.isAsked('/in/1', '/next/2');
});

it('whoever has been told to wait is read when that time has passed, with no place free', async () => {
  const door = await startFull({ waitMs: 30 });
  const caller = await refusedCaller(door, '/a');
  await caller.hasHeard(503, 503);
  expect(door.asked).toEqual(['/in/1']);
});

it('while others wait, whoever was answered asks the next thing behind them, and is not refused it', async () => {
  const door = await startFull();
  const waiting = await refusedCaller(door, '/waiting');
  door.answer('/in/1');
  await door.first.hasHeard(200);
  door.first.ask('/first/2');
  await door.isAsked('/in/1', '/waiting/2');
  door.answer('/waiting/2');
  await door.isAsked('/in/1', '/waiting/2', '/first/2');
  door.answer('/first/2');
  await door.first.hasHeard(200, 200);
  await waiting.hasHeard(503, 200);
  expect(door.refused).toEqual(['/waiting/1']);
});

it('an eighth of the places is left to those who come anew, however many wait', async () => {
  const door = await startFull({ maxInFlight: 8 });
  for (const name of ['/a', '/b', '/c']) await refusedCaller(door, name);
  door.answer('/in/8');
  const polite = door.caller();
  polite.ask('/polite');
  await eventually(() => expect(door.asked.at(-1)).toBe('/polite'));
  expect(door.asked).toHaveLength(9);
  door.answer('/polite');
  await polite.hasHeard(200);
  door.answer('/in/7');
  await eventually(() => expect(door.asked.at(-1)).toBe('/a/2'));
});

it('a caller who sends on without waiting, and is refused some, is read again when a place is free', async () => {
  const door = await startFull();
  const hasty = door.caller();
  hasty.ask('/h/1', '/h/2');
  await hasty.hasHeard(503, 503);
  hasty.ask('/h/3');
  door.answer('/in/1');
  await door.isAsked('/in/1', '/h/3');
});

it('of a crowd that comes back at once every request is done, and none is refused twice', async () => {
  const door = await startDoor({ maxInFlight: 16 });
  const callers = Array.from({ length: 200 }, door.caller);
  for (const [number, caller] of callers.entries()) caller.ask(`/1/${number}`);
  await eventually(() => expect(door.asked.length + door.refused.length).toBe(200));
  const again = door.refused.map((url) => Number(url.split('/')[2]));
  for (const number of again) callers[number]?.ask(`/2/${number}`);
  await eventually(() => {
    for (const url of door.asked) door.answer(url);
    expect(door.asked.length).toBe(200);
  });
  expect(door.refused).toHaveLength(200 - 16);
  await door.nobodyWaits();
});

describe('a server that stops', () => {
  it('answers those who wait as places become free, and hangs up on them', async () => {
    const door = await startFull();
    const waiting = await refusedCaller(door, '/waiting');
    const stopped = door.server.drain(NEVER_MS, NEVER_MS);
    door.answer('/in/1');
    await door.isAsked('/in/1', '/waiting/2');
    door.answer('/waiting/2');
    await waiting.hasHeard(503, 200);
    expect(waiting.lastHeaders()).toMatch(/connection: close/i);
    door.first.hangUp();
    await stopped;
  });

  it('is not held up by those who wait and say nothing', async () => {
    const door = await startFull();
    const silent = await refusedCaller(door, '/silent', false);
    const stopped = door.server.drain(NEVER_MS, 0);
    door.answer('/in/1');
    await silent.isClosed();
    await stopped;
  });
});
