/** Things that were started. They are stopped in reverse order, because each may depend on earlier ones. */
export interface Scope {
  add(stop: () => Promise<void> | void): void;
  /** Stops everything, even after failures. @throws the first failure, at the end */
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
