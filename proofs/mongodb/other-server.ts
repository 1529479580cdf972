import type { Document } from 'mongodb';
import type { Workshop } from '../workshop';

/** What both servers are asked: a sorted read, or a change of the first document that the filter finds. */
export type Question =
  | { readonly filter: Document; readonly sort: Document }
  | { readonly filter: Document; readonly update: Document | Document[] };

/** Something that a server is known to answer otherwise than MongoDB. */
export interface KnownFault {
  /** What it does, and what MongoDB does instead. */
  readonly says: string;
  /** Whether the answer to this question may show it; such a question is not asked. */
  concerns(question: Question, documents: readonly Document[]): boolean;
}

/** A server of MongoDB's protocol that nobody here wrote. */
export interface OtherServer {
  readonly name: string;
  readonly version: string;
  /** Programs that it is fetched and run with. */
  readonly needs: readonly string[];
  /** False when it stores no array within an array. */
  readonly nestedArrays: boolean;
  readonly knownFaults: readonly KnownFault[];
  start(workshop: Workshop): Promise<RunningServer>;
}

export interface RunningServer {
  readonly uri: string;
  stop(): Promise<void>;
}
