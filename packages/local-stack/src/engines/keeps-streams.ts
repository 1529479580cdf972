import { connect } from 'node:net';

const PATIENCE_MS = 3_000;
const ASK = ['CONNECT {"verbose":false}', 'SUB inbox 1', 'PUB $JS.API.INFO inbox 0', '', ''].join('\r\n');

/**
 * Asks a nats-server on this machine whether it has JetStream. Returns true when JetStream works, and false when only
 * the server works. Rejects when the server cannot be reached.
 */
export function keepsStreams(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    const end = (answer: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      answer();
    };
    const timer = setTimeout(
      () => end(() => (received.startsWith('INFO') ? resolve(false) : reject(new Error('no nats-server')))),
      PATIENCE_MS,
    );
    socket.on('connect', () => socket.write(ASK));
    socket.on('error', (error) => end(() => reject(error)));
    socket.on('close', () => end(() => reject(new Error('no nats-server'))));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.includes('"type":"io.nats.jetstream')) end(() => resolve(!received.includes('"error"')));
    });
  });
}
