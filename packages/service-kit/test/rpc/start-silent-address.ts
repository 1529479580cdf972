import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A program that listens but never accepts a connection. When its queue is full, the system drops every further
 * connection attempt.
 */
const PROGRAM = `
const server = require('node:net').createServer();
server.listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: 1 }, () => {
  process.send('listening', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
`;

/** Longer than a connection on this machine takes, even when the machine is busy. */
const SILENCE_MS = 1_000;

/**
 * Starts an address of this machine that drops packets, like the address of a machine that no longer exists. A
 * connection attempt gets no answer.
 */
export async function startSilentAddress(host: string, port: number): Promise<{ stop(): void }> {
  const program: ChildProcess = spawn(process.execPath, ['-e', PROGRAM, host, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(program, 'message');
  const waiting: Socket[] = [];
  const stop = () => {
    for (const socket of waiting) socket.destroy();
    program.kill('SIGKILL');
  };
  // Connects until one attempt is not answered. This attempt stays in the queue.
  for (let answered = true; answered; ) {
    const socket = connect({ host, port, timeout: SILENCE_MS });
    socket.on('error', () => undefined);
    waiting.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'timeout')]);
    // After this process stood still, the time-out comes before the connection, which may have been answered meanwhile.
    await new Promise(setImmediate);
    answered = !socket.connecting;
  }
  return { stop };
}
