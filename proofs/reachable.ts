import { connect } from 'node:net';

/**
 * Connects to the port on this machine. Resolves if a program listens on it.
 * @throws Error if no program listens
 */
export const reachable = (port: number) =>
  new Promise<void>((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done();
    });
    socket.once('error', failed);
  });
