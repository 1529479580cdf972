import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { unreadableRequests } from '../../../src/surfaces/http/unreadable-requests';
import { TOKENS } from '../../support/fake-auth';
import { startGateway } from '../../support/start-gateway';

const HOST = 'Host: ship.example\r\n';
const GET = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;

/** Returns everything that the server sends until it closes the connection. */
const talk = (port: number, said: string): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(said));
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      heard += part;
    });
    // Some of these connections end with a reset after the answer.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });

function parsed(answer: string) {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: answer.slice(end + 4) };
}

const named = (answer: string) => {
  const { status, headers, body } = parsed(answer);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('strict-transport-security')).toContain('max-age');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect(headers.get('content-length')).toBe(String(body.length));
  return { status, ...JSON.parse(body) };
};

describe('a request that Node would refuse is refused in our format', () => {
  it.each([
    ['an invalid header line', `GET /x HTTP/1.1\r\n${HOST}no colon\r\n\r\n`, 400, 'bad_request'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
    ['no host', 'GET /x HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    ['two hosts', GET('/x', 'host: other.example\r\n'), 400, 'bad_request'],
    ['a host with a space', 'GET /x HTTP/1.1\r\nHost: ship.example other\r\n\r\n', 400, 'bad_request'],
    ['a host with a path', 'GET /x HTTP/1.1\r\nHost: ship.example/x\r\n\r\n', 400, 'bad_request'],
    ['headers over 16 KiB', GET('/y', `X-Long: ${'a'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
    ['an unknown expectation', GET('/x', 'Expect: a miracle\r\n'), 417, 'expectation_failed'],
    ['a CONNECT request', `CONNECT other.example:443 HTTP/1.1\r\n${HOST}\r\n`, 405, 'method_not_allowed'],
    [
      'an announced body that is too large',
      `POST /mcp HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 3000000\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ])('%s', async (_what, said, status, error) => {
    const { url } = await startGateway();
    const port = Number(new URL(url).port);
    expect(named(await talk(port, said))).toEqual({ status, error, message: expect.stringMatching(/\.$/) });
    const rest = said.replace('/x', '/public/orders').replace('/mcp', '/public/order');
    if (rest === said) return;
    const code = 'invalid_input';
    expect(named(await talk(port, rest))).toEqual({
      status,
      success: false,
      code,
      error: expect.any(String),
    });
  });

  it('a request that does not arrive in time', async () => {
    const server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 });
    unreadableRequests([], randomUUID).answerOf(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const answer = await talk((server.address() as AddressInfo).port, 'GET /x HTTP/1.1\r\nHos');
    expect(parsed(answer).status).toBe(408);
    server.close();
  });

  it('invalid bytes after a request end the connection, and nothing is written into a running answer', async () => {
    const { url } = await startGateway();
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const token = `Authorization: Bearer ${TOKENS.access}\r\nContent-Type: application/json\r\n`;
    const post = `POST /mcp HTTP/1.1\r\n${HOST}${token}Content-Length: ${call.length}\r\n\r\n${call}`;
    const heard = await talk(Number(new URL(url).port), `${post}${post}garbage\r\n\r\n`);
    expect(heard.split('HTTP/1.1 400')).toHaveLength(1);
  });

  it('a body that waits for 100 Continue gets it', async () => {
    const { url } = await startGateway();
    const head = `POST /nothing HTTP/1.1\r\n${HOST}Connection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
    const heard = await talk(Number(new URL(url).port), `${head}{}`);
    expect(heard).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 404/);
  });
});
