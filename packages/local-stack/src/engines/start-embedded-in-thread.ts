import { Worker } from 'node:worker_threads';

export interface EmbeddedThread {
  readonly uri: string;
  readonly socketUri?: string | undefined;
  stop(): Promise<void>;
}

/** Starts the embedded engine on a thread of this process, so that it does not block the services' event loop. */
export function startEmbeddedInThread(
  program: string,
  options: { dataDir: string; socketPath: string | undefined },
): Promise<EmbeddedThread> {
  const worker = new Worker(program, { workerData: options });
  let stopping = false;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', ({ uri, socketUri }: Pick<EmbeddedThread, 'uri' | 'socketUri'>) => {
      worker.off('error', reject);
      // The stack cannot run without its database, so the process ends and its supervisor restarts it.
      worker.once('error', (error) => {
        throw error;
      });
      worker.once('exit', () => {
        if (!stopping) throw new Error('The embedded database ended.');
      });
      resolve({
        uri,
        socketUri,
        stop: () => {
          stopping = true;
          worker.postMessage('stop');
          return ended;
        },
      });
    });
  });
}
