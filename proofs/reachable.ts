import { connect } from 'node:net';

/**
 * Resolves once a program of this machine listens on the port.
 * @throws Error while no program listens
 */
export const reachable = (port: number) =>
  new Promise<void>((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done();
    });
    socket.once('error', failed);
  });
