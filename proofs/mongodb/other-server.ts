import type { Document } from 'mongodb';
import type { Workshop } from '../workshop';

/** The question for both servers: a sorted read, or a change of the first document that the filter finds. */
export type Question =
  | { readonly filter: Document; readonly sort: Document }
  | { readonly filter: Document; readonly update: Document | Document[] };

/** A question that a server is known to answer differently from MongoDB. */
export interface KnownFault {
  /** A sentence that says how the server differs from MongoDB. */
  readonly says: string;
  /** Returns whether the answer to this question may show the fault. Such a question is not sent. */
  concerns(question: Question, documents: readonly Document[]): boolean;
}

/** A server with MongoDB's protocol that this project did not write. */
export interface OtherServer {
  readonly name: string;
  readonly version: string;
  /** Programs that are needed to fetch and run the server. */
  readonly needs: readonly string[];
  /** False when the server cannot store an array within an array. */
  readonly nestedArrays: boolean;
  readonly knownFaults: readonly KnownFault[];
  start(workshop: Workshop): Promise<RunningServer>;
}

export interface RunningServer {
  readonly uri: string;
  stop(): Promise<void>;
}
