/** Everything that was started. It is stopped in reverse order, because each part may depend on earlier parts. */
export interface Scope {
  add(stop: () => Promise<void> | void): void;
  /**
   * Stops everything, even if one part fails.
   * @throws the first failure, at the end
   */
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
