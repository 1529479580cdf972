import type { Workshop } from './workshop';

/** Software that this project did not write, and that checks the product. */
export interface Judge {
  /** The judge's own name, by which people can find it. */
  readonly name: string;
  /** What the judge checks, in one sentence. */
  readonly proves: string;
  /** Programs that must be on PATH. A missing program is named, and the judge is skipped. */
  readonly needs: readonly string[];
  /**
   * Environment variables without which the judge has nothing to check, such as a server's address. When one is
   * missing, the judge is skipped.
   */
  readonly needsVariables?: readonly string[];
  /** Commands that must end with 0, such as a check that a server runs. When one fails, the judge is skipped. */
  readonly needsSuccess?: readonly (readonly [program: string, ...args: string[]])[];
  /**
   * Checks the product. What the judge finds wrong is returned as a fault. Throws only when the judge itself could not
   * work.
   */
  judge(workshop: Workshop): Promise<Verdict>;
}

export interface Verdict {
  /** The judge's version, as the judge reports it or as it was installed. */
  readonly version: string;
  /** How many things the judge checked; 0 counts as a fault. */
  readonly checked: number;
  /** A sentence for each thing that the judge found wrong. */
  readonly faults: readonly string[];
  /** Further texts for the table: `compiled: yes`, `12 refused`. */
  readonly figures?: readonly string[];
}
