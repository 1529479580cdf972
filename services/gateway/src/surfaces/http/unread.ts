import type { Socket } from 'node:net';

const unread = new WeakSet<Socket>();
const watched = new WeakSet<Socket>();

/**
 * Stops reading a connection. Requests that were read are still answered; new bytes wait in the kernel's buffers. Node
 * resumes reading after an answer, so the socket is paused again.
 * @returns false when reading had stopped already
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
