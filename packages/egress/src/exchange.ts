import { type IncomingMessage, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { EgressError } from './egress-error';
import type { OutgoingRequest, OutgoingResponse } from './outgoing-request';
import type { Target } from './target';

/**
 * Sends one request over a socket of its own, and then closes the socket. Redirects are not followed but returned as
 * answers.
 * @throws EgressError `unreachable` or `too_large`
 */
export async function exchange(
  socket: Socket,
  target: Target,
  { method = 'GET', headers = {}, body, maxBytes, statusIsEnough = false }: OutgoingRequest,
): Promise<OutgoingResponse> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const payload = body === undefined ? undefined : Buffer.from(body);
      const outgoing = startRequest({
        createConnection: () => socket,
        method,
        path: `${target.url.pathname}${target.url.search}`,
        headers: {
          ...headers,
          host: target.url.host,
          'accept-encoding': 'identity',
          ...(payload === undefined ? {} : { 'content-length': payload.length }),
        },
      });
      outgoing
        .once('response', resolve)
        .once('upgrade', () => reject(new Error('The host changed the protocol.')))
        .on('error', reject);
      socket.once('close', () => reject(new Error('The connection was closed.')));
      outgoing.end(payload);
    });
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await readBody(response, maxBytes, statusIsEnough),
    };
  } catch (error) {
    if (error instanceof EgressError) throw error;
    throw new EgressError('unreachable', 'The host closed the connection without a whole answer.', error);
  } finally {
    socket.destroy();
  }
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  statusIsEnough: boolean,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes)
        throw new EgressError('too_large', `The answer is longer than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (!statusIsEnough) throw error;
  }
  return Buffer.concat(chunks);
}
