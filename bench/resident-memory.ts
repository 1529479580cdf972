import { processTree, readProc } from './processes';

/** Megabytes. */
export interface ResidentMemory {
  readonly all: number;
  /** Memory that belongs to the processes only. */
  readonly own: number;
  /** Pages of files, such as the embedded engine's data. The system can take them back at any time. */
  readonly files: number;
}

export function residentMemory(roots: readonly number[]): ResidentMemory {
  const texts = processTree(roots).map(({ pid }) => readProc(pid, 'status'));
  const sumOf = (name: string) =>
    texts.reduce((sum, text) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name}:`));
      return sum + Number(line?.split(/\s+/)[1] ?? 0) / 1_024;
    }, 0);
  return { all: sumOf('VmRSS'), own: sumOf('RssAnon'), files: sumOf('RssFile') };
}
