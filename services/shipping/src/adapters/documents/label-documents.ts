import { parentPort } from 'node:worker_threads';
import { documentPrinter } from './document-printer';
import type { Answer, Question } from './document-thread';

parentPort?.on('message', async ({ id, task, input }: Question) => {
  const draw = documentPrinter[task] as (...input: readonly unknown[]) => Promise<Buffer>;
  let answer: Answer;
  try {
    answer = { id, content: await draw(...input) };
  } catch (error) {
    answer = { id, error };
  }
  parentPort?.postMessage(answer);
});
