import { connect } from 'node:net';

/** Resolves once something of this machine listens on the port. @throws Error while nothing does */
export const reachable = (port: number) =>
  new Promise<void>((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done();
    });
    socket.once('error', failed);
  });
