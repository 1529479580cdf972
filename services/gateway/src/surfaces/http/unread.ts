import type { Socket } from 'node:net';

const unread = new WeakSet<Socket>();
const watched = new WeakSet<Socket>();

/**
 * What was read before is still answered; what comes now waits in the kernel's buffers. Node goes on reading by itself
 * once an answer has left, so that it is told again.
 * @returns false when it was not read anyhow
 */
export function stopReading(socket: Socket): boolean {
  if (unread.has(socket)) return false;
  unread.add(socket);
  socket.pause();
  if (watched.has(socket)) return true;
  watched.add(socket);
  socket.on('resume', () => {
    if (unread.has(socket)) socket.pause();
  });
  return true;
}

export function readAgain(socket: Socket): void {
  unread.delete(socket);
  socket.resume();
}
