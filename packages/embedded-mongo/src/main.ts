import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { startEmbeddedMongo } from './start-embedded-mongo';
import { readOnce } from './storage/read-once';

const {
  EMBEDDED_MONGO_DATA_DIR,
  EMBEDDED_MONGO_PORT,
  EMBEDDED_MONGO_HOST,
  EMBEDDED_MONGO_SOCKET,
  EMBEDDED_MONGO_READ_ONCE,
} = process.env;

if (isMainThread && EMBEDDED_MONGO_READ_ONCE) {
  await readOnce(EMBEDDED_MONGO_READ_ONCE);
} else if (isMainThread) {
  if (!EMBEDDED_MONGO_DATA_DIR) throw new Error('EMBEDDED_MONGO_DATA_DIR must name a directory');
  const server = await startEmbeddedMongo({
    dataDir: EMBEDDED_MONGO_DATA_DIR,
    port: Number(EMBEDDED_MONGO_PORT ?? 0),
    host: EMBEDDED_MONGO_HOST ?? '127.0.0.1',
    socketPath: EMBEDDED_MONGO_SOCKET,
  });
  const stop = () => void server.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The channel closes when the supervisor has died. No one else would end this process, so it stops.
  process.once('disconnect', stop);
  process.stdout.write(`${JSON.stringify({ ready: true, uri: server.uri })}\n`);
} else {
  const server = await startEmbeddedMongo(workerData);
  parentPort!.on('message', (message) => {
    if (message === 'stop') void server.stop().then(() => process.exit(0));
  });
  parentPort!.postMessage({ ready: true, uri: server.uri, socketUri: server.socketUri });
}
