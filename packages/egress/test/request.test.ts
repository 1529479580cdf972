import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { createEgress } from '../src/create-egress';

const fixture = (name: string) => readFileSync(join(__dirname, 'fixtures', name), 'utf8');
const cert = fixture('receiver-cert.pem');
const key = fixture('receiver-key.pem');

const cleanups: (() => void)[] = [];
afterEach(() => {
  jest.useRealTimers();
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const settings = { protocols: ['http:', 'https:'], timeoutMs: 60_000, maxBytes: 1_000 } as const;

async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const receiver = (listener: RequestListener) => listening(createServer(listener));
const open = (port: number) => createEgress({ allow: [`127.0.0.1:${port}`] });

/** Node publishes on this channel that a client has received the headers of a response. */
const RESPONSE = 'http.client.response.finish';

describe('an outgoing request', () => {
  it('sends method, headers and body, and returns status, headers and body', async () => {
    const seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
    const port = await receiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      response.writeHead(202, { 'x-answer': 'yes' }).end('thanks');
    });
    const answer = await open(port).request({
      ...settings,
      url: `http://127.0.0.1:${port}/hook?a=1#fragment`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ü":1}',
    });
    expect([answer.status, answer.headers['x-answer'], answer.body.toString()]).toEqual([
      202,
      'yes',
      'thanks',
    ]);
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hook?a=1',
        body: '{"ü":1}',
        headers: {
          'content-type': 'application/json',
          'content-length': '8',
          host: `127.0.0.1:${port}`,
          'accept-encoding': 'identity',
          connection: 'close',
        },
      },
    ]);
  });

  it('uses a new connection each time and closes it', async () => {
    const sockets = new Set<unknown>();
    const port = await receiver((request, response) => {
      sockets.add(request.socket);
      response.end('ok');
    });
    for (let turn = 0; turn < 3; turn += 1) {
      await open(port).request({ ...settings, url: `http://127.0.0.1:${port}/` });
    }
    expect(sockets.size).toBe(3);
  });

  it.each([301, 302, 303, 307, 308])('returns a redirect (%i) and does not follow it', async (status) => {
    const paths: string[] = [];
    const port = await receiver((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    const answer = await open(port).request({ ...settings, url: `http://127.0.0.1:${port}/here` });
    expect([answer.status, answer.headers.location, paths]).toEqual([status, '/elsewhere', ['/here']]);
  });

  it('over https requires a certificate for the host name', async () => {
    const port = await listening(
      createSecureServer({ cert, key }, (_request, response) => response.end('safe')),
    );
    const allow = ['receiver.example.com', 'other.example.com', '127.0.0.1'].map((host) => `${host}:${port}`);
    const lookup = async () => ['127.0.0.1'];
    const trusting = createEgress({ allow, lookup, ca: cert });
    for (const host of ['receiver.example.com', '127.0.0.1']) {
      const answer = await trusting.request({ ...settings, url: `https://${host}:${port}/` });
      expect(answer.body.toString()).toBe('safe');
    }
    await expect(
      trusting.request({ ...settings, url: `https://other.example.com:${port}/` }),
    ).rejects.toMatchObject({ failure: 'unreachable', cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
    await expect(
      createEgress({ allow, lookup }).request({ ...settings, url: `https://receiver.example.com:${port}/` }),
    ).rejects.toMatchObject({ failure: 'unreachable' });
  });
});

describe('a request is refused and nothing is sent', () => {
  it('to a hostile address, also when the address was valid at its registration', async () => {
    const egress = createEgress({ allow: [], lookup: async () => ['127.0.0.1'] });
    for (const url of [
      'http://127.0.0.1/',
      'http://[::ffff:7f00:1]/',
      'http://a:b@example.com/',
      'http://example.com/',
    ]) {
      await expect(egress.request({ ...settings, url })).rejects.toMatchObject({ failure: 'refused' });
    }
  });

  it('with a scheme that the caller does not allow', async () => {
    const egress = createEgress({ allow: ['127.0.0.1:80'] });
    await expect(
      egress.request({ ...settings, protocols: ['https:'], url: 'http://127.0.0.1/' }),
    ).rejects.toMatchObject({ failure: 'refused' });
  });

  it('when DNS returned a public address at the registration and a private one now', async () => {
    let answer = ['93.184.216.34'];
    const egress = createEgress({ allow: [], lookup: async () => answer });
    await egress.checkPublicUrl('http://rebinding.example.com/');
    answer = ['127.0.0.1'];
    await expect(egress.request({ ...settings, url: 'http://rebinding.example.com/' })).rejects.toMatchObject(
      { failure: 'refused' },
    );
  });

  it('when one of several addresses is private', async () => {
    const egress = createEgress({ allow: [], lookup: async () => ['93.184.216.34', '10.0.0.1'] });
    await expect(egress.request({ ...settings, url: 'http://mixed.example.com/' })).rejects.toMatchObject({
      failure: 'refused',
    });
  });

  it('when an address becomes private between the check and the connection', async () => {
    const received: Buffer[] = [];
    let connections = 0;
    const port = await listening(
      createSocketServer((socket) => {
        connections += 1;
        socket.on('data', (data) => received.push(data)).on('error', () => {});
      }),
    );
    const egress = createEgress({ allow: [], lookup: async () => privateAtSecondRead() });
    await expect(
      egress.request({
        ...settings,
        url: `http://turning.example.com:${port}/`,
        method: 'POST',
        body: 'secret',
      }),
    ).rejects.toMatchObject({ failure: 'refused' });
    expect({ connections, received }).toEqual({ connections: 1, received: [] });
  });
});

/** Returns a list whose address is public when it is first read, and loopback whenever it is read again. */
function privateAtSecondRead(): readonly string[] {
  let reads = 0;
  return Object.defineProperty([''], 0, {
    get: () => {
      reads += 1;
      return reads === 1 ? '93.184.216.34' : '127.0.0.1';
    },
  });
}

describe('a request without an answer', () => {
  const request = (port: number, more: object = {}) =>
    open(port).request({ ...settings, url: `http://127.0.0.1:${port}/`, ...more });

  it('reports that the host does not accept the connection', async () => {
    // An outgoing connection has this port, so no other program can listen on it.
    const outgoing = connect(await listening(createSocketServer()), '127.0.0.1');
    cleanups.push(() => outgoing.destroy());
    await once(outgoing, 'connect');
    await expect(request(outgoing.localPort ?? 0)).rejects.toMatchObject({
      failure: 'unreachable',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('reports that the host name cannot be resolved', async () => {
    const egress = createEgress({ allow: [], lookup: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(egress.request({ ...settings, url: 'http://gone.example.com/' })).rejects.toMatchObject({
      failure: 'unreachable',
    });
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['nothing', ''],
    ['half an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ])('reports that the host closed the connection after %s', async (_what, bytes) => {
    const port = await listening(createSocketServer((socket) => socket.on('error', () => {}).end(bytes)));
    await expect(request(port)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it.each([
    ['the name server', undefined],
    ['the connection', ''],
    ['the headers', 'HTTP/1.1 200 OK\r\nX-'],
    ['the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
  ])('ends at its time limit when %s delays it', async (_what, bytes) => {
    if (bytes === undefined) {
      const egress = createEgress({ allow: [], lookup: () => new Promise(() => {}) });
      await expect(
        egress.request({ ...settings, timeoutMs: 50, url: 'http://slow.example.com/' }),
      ).rejects.toMatchObject({ failure: 'timeout', message: 'No whole answer within 0.05 s.' });
      return;
    }
    const port = await listening(createSocketServer((socket) => socket.on('error', () => {}).write(bytes)));
    await expect(request(port, { timeoutMs: 100 })).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('ends when its caller cancels it', async () => {
    const giving = new AbortController();
    const port = await receiver(() => giving.abort(new Error('shutting down')));
    await expect(request(port, { signal: giving.signal })).rejects.toThrow('shutting down');
    await expect(request(port, { signal: giving.signal })).rejects.toThrow('shutting down');
  });

  it('ends at its time limit when the answer arrives very slowly', async () => {
    const port = await receiver((_request, response) => {
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });
    await expect(request(port, { timeoutMs: 150 })).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('ends when the answer is larger than its limit', async () => {
    let closed = false;
    const port = await receiver((_request, response) => {
      const pour = setInterval(() => response.write(Buffer.alloc(100_000)), 1);
      response.on('close', () => {
        closed = true;
        clearInterval(pour);
      });
    });
    await expect(request(port)).rejects.toMatchObject({ failure: 'too_large' });
    await expect(request(port, { maxBytes: 100 })).rejects.toThrow('The answer is longer than 100 bytes.');
    expect(closed).toBe(true);
  });

  it('succeeds by its status alone when the caller needs only the status and the body is too long', async () => {
    const bytes = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), Buffer.alloc(50_000)]);
    const port = await listening(createSocketServer((socket) => socket.on('error', () => {}).write(bytes)));
    expect((await request(port, { statusIsEnough: true })).status).toBe(200);
  });

  it('succeeds by its status alone when the caller needs only the status and the body is too slow', async () => {
    jest.useFakeTimers();
    const bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf';
    const port = await listening(createSocketServer((socket) => socket.on('error', () => {}).write(bytes)));
    const headersArrived = new Promise<void>((resolve) => {
      subscribe(RESPONSE, resolve as () => void);
      cleanups.push(() => unsubscribe(RESPONSE, resolve as () => void));
    });
    const answer = request(port, { statusIsEnough: true });
    await headersArrived;
    jest.advanceTimersByTime(settings.timeoutMs);
    expect((await answer).status).toBe(200);
  });
});
