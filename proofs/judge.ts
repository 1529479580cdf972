import type { Workshop } from './workshop';

/** Something that this project did not write and that it is held against. */
export interface Judge {
  /** The judge's own name, as people look it up. */
  readonly name: string;
  /** What it looks at, in one sentence. */
  readonly proves: string;
  /** Programs that must be on PATH; a missing one is named, and the judge is skipped. */
  readonly needs: readonly string[];
  /** Environment variables without which it has nothing to look at, such as a server's address; treated alike. */
  readonly needsVariables?: readonly string[];
  /** Commands that must end with 0, such as one that asks for a server; treated alike. */
  readonly needsSuccess?: readonly (readonly [program: string, ...args: string[]])[];
  /** Throws only when the judge itself could not work; what it finds wrong is a fault. */
  judge(workshop: Workshop): Promise<Verdict>;
}

export interface Verdict {
  /** The judge's version, as it says it itself or as it was installed. */
  readonly version: string;
  /** How many things it looked at; none is a fault of its own. */
  readonly checked: number;
  /** A sentence for each thing that it found wrong. */
  readonly faults: readonly string[];
  /** What the table says besides: `compiled: yes`, `12 refused`. */
  readonly figures?: readonly string[];
}
