/** Things that were started, to be stopped in reverse order: each may lean on those before it. */
export interface Scope {
  add(stop: () => Promise<void> | void): void;
  /** Stops everything, whatever fails on the way. @throws the first failure, at the end */
  close(): Promise<void>;
}

export function createScope(): Scope {
  const stops: (() => Promise<void> | void)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    close: async () => {
      const failures: unknown[] = [];
      for (let stop = stops.pop(); stop; stop = stops.pop()) {
        try {
          await stop();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
