import type { Socket } from 'node:net';
import type { Document } from 'bson';
import { EngineError } from '../engine-error';
import { encodeReply, MAX_MESSAGE_BYTES, parseMessage, type Request } from './message';

export type Execute = (request: Request) => Promise<Document | Buffer> | Document | Buffer;

/** Reads commands from a socket and answers each with one write, in order. */
export function serveConnection(socket: Socket, execute: Execute): void {
  let unread: Buffer = Buffer.alloc(0);
  let last: Promise<void> | undefined;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    while (unread.length >= 16) {
      const size = unread.readInt32LE(0);
      if (size < 16 || size > MAX_MESSAGE_BYTES) return void socket.destroy();
      if (unread.length < size) return;
      const message = unread.subarray(0, size);
      unread = unread.subarray(size);
      const run = () => answer(socket, message, execute);
      const running = last ? last.then(run) : run();
      if (!running) continue;
      const tail = running.finally(() => {
        if (last === tail) last = undefined;
      });
      last = tail;
    }
  });
}

function answer(socket: Socket, message: Buffer, execute: Execute): Promise<void> | undefined {
  let request: Request;
  try {
    request = parseMessage(message);
  } catch {
    socket.destroy();
    return undefined;
  }
  const send = (reply: Document | Buffer) => {
    if (!request.silent && !socket.destroyed) socket.write(encodeReply(request, reply));
  };
  try {
    const reply = execute(request);
    if (reply instanceof Promise) return reply.then(send, (error) => send(failure(error)));
    send(reply as Document | Buffer);
  } catch (error) {
    send(failure(error));
  }
  return undefined;
}

function failure(error: unknown): Document {
  const known =
    error instanceof EngineError
      ? error
      : new EngineError('InternalError', String((error as Error)?.stack ?? error));
  return { ok: 0, errmsg: known.message, code: known.code, codeName: known.codeName, ...known.extra };
}
