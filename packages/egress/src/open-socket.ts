import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Lookup } from './addresses/resolve-public-name';
import { requirePublic, resolveTarget } from './addresses/resolve-target';
import { EgressError } from './egress-error';
import type { Target } from './target';

interface Options {
  lookup: Lookup | undefined;
  /** Certificate authorities that replace the public authorities. */
  ca: string | undefined;
  /** When this signal fires, the socket is closed, even after this function has returned. */
  signal: AbortSignal;
}

/**
 * Connects to a public address. First checks all addresses that the name server returned. After connecting, checks the
 * address to which the socket is really connected, before anything is sent.
 * @throws EgressError `refused` or `unreachable`
 */
export async function openSocket(target: Target, { lookup, ca, signal }: Options): Promise<Socket> {
  const addresses = await resolveTarget(target, lookup, signal);
  if (!target.exempt) requirePublic(addresses);
  signal.throwIfAborted();

  const socket = connect({
    host: target.host,
    port: target.port,
    // Uses the checked addresses, because another look-up could return different addresses.
    lookup: pinned(addresses),
    autoSelectFamily: true,
    signal,
  });
  try {
    await opened(socket, 'connect');
    if (!target.exempt) requirePublic([socket.remoteAddress ?? '']);
    return target.secure ? await secured(socket, target.host, ca) : socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, _options, answer) => answer(null, answers);
}

async function secured(socket: Socket, host: string, ca: string | undefined): Promise<Socket> {
  const secure = connectTls({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
  });
  await opened(secure, 'secureConnect');
  return secure;
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error) =>
      reject(new EgressError('unreachable', 'The host does not accept the connection.', error));
    // The error listener stays on the socket. Without a listener, a later error would end the process.
    socket
      .on('error', fail)
      .once('close', () => fail())
      .once(event, resolve);
  });
}
