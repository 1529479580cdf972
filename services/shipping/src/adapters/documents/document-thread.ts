import { Worker } from 'node:worker_threads';
import type { Documents } from './document-printer';

export interface Question {
  readonly id: number;
  readonly task: keyof Documents;
  readonly input: readonly unknown[];
}

export interface Answer {
  readonly id: number;
  readonly content?: Uint8Array;
  readonly error?: unknown;
}

interface Waiting {
  resolve(content: Buffer): void;
  reject(error: unknown): void;
}

/** A thread uses about 30 MB of memory, so it ends after this time without work. */
const IDLE_MS = 60_000;

export interface DocumentThread extends Documents {
  stop(): Promise<void>;
}

/**
 * Draws and merges documents in a thread, so that other requests do not wait. The first document starts the thread. The
 * thread ends after `idleMs` without work. If the thread crashes, unfinished documents fail, and the next document
 * starts a new thread.
 * @param program file of the thread's program
 */
export function createDocumentThread(program: string, idleMs = IDLE_MS): DocumentThread {
  let thread: Worker | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

  const end = async () => {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(program);
    started.unref();
    started.on('message', ({ id, content, error }: Answer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) idle = setTimeout(end, idleMs).unref();
      if (content) asked?.resolve(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
      else asked?.reject(error);
    });
    let cause: unknown;
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => {
      // After an idle thread was told to end, a new thread may have started before the old one has ended. The waiting
      // documents are then those of the new thread, and must not fail.
      if (thread !== started && thread !== undefined) return;
      thread = undefined;
      for (const { reject } of waiting.values())
        reject(new Error('The thread that draws documents has ended.', { cause }));
      waiting.clear();
    });
    return started;
  };

  const ask = (task: keyof Documents, ...input: readonly unknown[]): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      thread ??= start();
      thread.postMessage({ id: lastId, task, input } satisfies Question);
    });

  return {
    label: (job) => ask('label', job),
    qr: (job) => ask('qr', job),
    customsForm: (job) => ask('customsForm', job),
    receipt: (job) => ask('receipt', job),
    merge: (labels, madeAt) => ask('merge', labels, madeAt),
    missing: (document) => ask('missing', document),
    stop: end,
  };
}
