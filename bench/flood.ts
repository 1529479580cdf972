import { connect } from 'node:net';

/**
 * Starts a client that pipelines requests on one connection: it sends all requests at once, and sends them again when
 * all are answered.
 * @returns a function that stops the client and returns the number of answers
 */
export function startFlood(url: string, request: Buffer, count: number): () => number {
  const { hostname, port } = new URL(url);
  const whole = Buffer.concat(Array.from({ length: count }, () => request));
  let stopped = false;
  let answered = 0;
  let socket = open();
  return () => {
    stopped = true;
    socket.destroy();
    return answered;
  };

  function open() {
    let left = count;
    const opened = connect({ host: hostname, port: Number(port) }, () => opened.write(whole));
    const again = () => {
      if (!stopped) socket = open();
    };
    opened.on('error', () => undefined);
    opened.on('close', again);
    opened.on('data', (data) => {
      const answers = data.toString('latin1').split('HTTP/1.1 ').length - 1;
      answered += answers;
      left -= answers;
      if (left <= 0) opened.destroy();
    });
    return opened;
  }
}
