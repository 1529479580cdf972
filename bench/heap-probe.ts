import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

/**
 * This file is loaded into a stack by `NODE_OPTIONS=--import`. At SIGUSR2, every thread of the process collects its
 * garbage. The remaining bytes of each thread are written to the file HEAP_PROBE_FILE.
 */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const channel = new BroadcastChannel('heap-probe');
(channel as unknown as { unref(): void }).unref();

/** Collects twice, because finalizers of the first collection free more memory. */
function usedHeap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

if (isMainThread) watchSignal();
else channel.onmessage = () => channel.postMessage({ thread: threadId, heap: usedHeap() });

function watchSignal(): void {
  const file = process.env.HEAP_PROBE_FILE;
  if (file === undefined) return;
  let heaps: Record<string, number> = {};
  channel.onmessage = ({ data }: { data: unknown }) => {
    const { thread, heap } = data as { thread: number; heap: number };
    heaps[thread] = heap;
    writeFileSync(file, JSON.stringify(heaps));
  };
  process.on('SIGUSR2', () => {
    heaps = { 0: usedHeap() };
    writeFileSync(file, JSON.stringify(heaps));
    channel.postMessage('collect');
  });
}
