import { connect } from 'node:net';
import { eventually } from '@parcelyard/testing/eventually';
import { admission } from '../../../src/surfaces/http/admission';
import { createDrainableServer } from '../../../src/surfaces/http/drainable-server';

const NEVER_MS = 600_000;

interface Given {
  maxInFlight: number;
  waitMs?: number;
  /** True when the server answers at once and does not wait for the test. */
  isQuick?: boolean;
}

interface Asked {
  url: string;
  body: string;
}

/** Starts a server that records requests and answers them when the test lets it. */
async function startDoor({ maxInFlight, waitMs = 0, isQuick = false }: Given) {
  const asked: Asked[] = [];
  const refused: string[] = [];
  const answers = new Map<string, () => void>();
  const { handler, onConnection } = admission(
    async (request, response) => {
      const one = { url: request.url ?? '', body: '' };
      asked.push(one);
      if (isQuick) return void response.end();
      request.setEncoding('latin1');
      request.on('data', (part) => {
        one.body += part;
      });
      return new Promise<void>((resolve) => {
        answers.set(one.url, () => {
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
        refused.push(`parsed ${url}`);
        response.writeHead(503, ['content-length', '4']).end('busy');
        return undefined;
      },
      refusal: ({ url, header }) => {
        refused.push(`unparsed ${url} of ${header('host')}`);
        return 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 4\r\n\r\nbusy';
      },
      onRefusal: () => undefined,
    },
  );
  const server = createDrainableServer(handler, onConnection);
  const address = await server.listen('127.0.0.1:0');
  stops.push(() => server.drain(0));
  return {
    asked,
    refused,
    answer: (url: string) => answers.get(url)?.(),
    urls: () => asked.map(({ url }) => url),
    isAsked: (...urls: string[]) => eventually(() => expect(asked.map(({ url }) => url)).toEqual(urls)),
    caller: () => openCaller(Number(address.split(':')[1])),
  };
}

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ship.example\r\n\r\n`;
const headOf = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: ship.example\r\nConnection: keep-alive\r\nContent-Length: ${length}\r\n\r\n`;

/** Opens one connection, and collects the statuses of its answers. */
function openCaller(port: number) {
  let text = '';
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    text += data;
  });
  stops.push(() => socket.destroy());
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  return {
    send: (bytes: string) => void socket.write(bytes, 'latin1'),
    statuses,
    hasHeard: (...wanted: number[]) => eventually(() => expect(statuses()).toEqual(wanted)),
  };
}

/** Starts a server that allows one request at a time, and sends it the request `/in`. */
async function startFull(given: Partial<Given> = {}) {
  const door = await startDoor({ maxInFlight: 1, ...given });
  const first = door.caller();
  first.send(get('/in'));
  await door.isAsked('/in');
  return { ...door, first };
}

/** Opens a connection and sends a request, which the full server refuses. */
async function refusedCaller(door: Awaited<ReturnType<typeof startFull>>) {
  const caller = door.caller();
  caller.send(get('/1'));
  await caller.hasHeard(503);
  return caller;
}

it('a refused connection gets its next refusal without a parse, and is served when there is room', async () => {
  const door = await startFull();
  const caller = await refusedCaller(door);
  caller.send(get('/2?x=1'));
  await caller.hasHeard(503, 503);
  expect(door.refused).toEqual(['parsed /1', 'unparsed /2?x=1 of ship.example']);
  door.answer('/in');
  await door.first.hasHeard(200);
  caller.send(get('/3'));
  await door.isAsked('/in', '/3');
  door.answer('/3');
  await caller.hasHeard(503, 503, 200);
});

it('a late body belongs to its refused request, whatever its content', async () => {
  const door = await startFull();
  const caller = await refusedCaller(door);
  const body = get('/evil');
  caller.send(headOf('/2', body.length * 2));
  await caller.hasHeard(503, 503);
  door.answer('/in');
  await door.first.hasHeard(200);
  caller.send(body);
  // The end of the body and the next request arrive together.
  caller.send(body + get('/3'));
  await door.isAsked('/in', '/3');
  expect(door.refused.at(-1)).toBe('unparsed /2 of ship.example');
});

it.each([
  [
    'two Content-Length headers',
    'POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 0\r\n\r\nabc',
    400,
  ],
  [
    'chunks and a Content-Length',
    `${headOf('/2', 3).replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')}0\r\n\r\n`,
    400,
  ],
  ['a space before the colon', 'POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length : 3\r\n\r\nabc', 400],
  ['a folded line', 'GET /2 HTTP/1.1\r\nHost: a\r\nX: a\r\n Content-Length: 3\r\n\r\n', undefined],
  ['bare line feeds', 'GET /2 HTTP/1.1\nHost: a\n\n', undefined],
  ['an invalid Content-Length', 'POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc', 400],
  ['chunks', 'POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 503],
  [
    'Expect: 100-continue',
    'POST /2 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n',
    undefined,
  ],
  ['two requests', get('/2') + get('/3'), 503],
  ['Connection: close', get('/2').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), 503],
])("a request with %s is left to Node's parser", async (_what, bytes, status) => {
  const door = await startFull();
  const caller = await refusedCaller(door);
  caller.send(bytes);
  if (status) await eventually(() => expect(caller.statuses()[1]).toBe(status));
  // Now another connection sends a request and is refused, too. When this refusal arrives, the server has read
  // everything that the first connection sent.
  const other = await refusedCaller(door);
  other.send(get('/last'));
  await other.hasHeard(503, 503);
  expect(door.refused.filter((one) => one.startsWith('unparsed'))).toEqual([
    'unparsed /last of ship.example',
  ]);
});

it('an answer is not sent before the answer to the earlier request', async () => {
  const door = await startDoor({ maxInFlight: 1 });
  const caller = door.caller();
  caller.send(get('/1'));
  await door.isAsked('/1');
  caller.send(get('/2'));
  await eventually(() => expect(door.refused).toEqual(['parsed /2']));
  expect(caller.statuses()).toEqual([]);
  door.answer('/1');
  await caller.hasHeard(200, 503);
});

it('a request before the retry time is read after that time, and no other connection waits', async () => {
  const door = await startFull({ waitMs: 50 });
  const caller = await refusedCaller(door);
  caller.send(get('/2'));
  await caller.hasHeard(503, 503);
  expect(door.urls()).toEqual(['/in']);
});

it('a request before the retry time gets not even a refusal until that time', async () => {
  const door = await startFull({ waitMs: NEVER_MS });
  const hasty = await refusedCaller(door);
  hasty.send(get('/2'));
  const other = await refusedCaller(door);
  expect(hasty.statuses()).toEqual([503]);
  door.answer('/in');
  await door.first.hasHeard(200);
  door.first.send(get('/first/2'));
  await door.isAsked('/in', '/first/2');
  expect(other.statuses()).toEqual([503]);
});

it('a hundred thousand requests of one connection do not block another connection', async () => {
  const door = await startDoor({ maxInFlight: 8, isQuick: true });
  const polite = door.caller();
  polite.send(get('/polite/1'));
  await polite.hasHeard(200);
  door.caller().send(get('/flood').repeat(100_000));
  await eventually(() => expect(door.urls()).toContain('/flood'), 60_000, 0);
  polite.send(get('/polite/2'));
  await eventually(() => expect(door.urls()).toContain('/polite/2'), 60_000, 0);
  expect(door.urls().indexOf('/polite/2')).toBeLessThan(30_000);
});

it.each([
  ['in one piece', (body: string) => headOf('/big', body.length) + body],
  [
    'in chunks',
    (body: string) =>
      `POST /big HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
])(
  'a body of half a megabyte is read completely, %s, and the connection stays usable',
  async (_how, bytesOf) => {
    const door = await startDoor({ maxInFlight: 1 });
    const body = Array.from({ length: 60_000 }, (_, n) => `${n}`.padStart(8, '.')).join('');
    const caller = door.caller();
    caller.send(bytesOf(body));
    await eventually(() => expect(door.asked[0]?.body.length).toBe(body.length));
    expect(door.asked[0]?.body === body).toBe(true);
    door.answer('/big');
    await caller.hasHeard(200);
    caller.send(get('/next'));
    await door.isAsked('/big', '/next');
  },
);
