import type { Document } from 'bson';
import { encode } from '../bson-values';
import type { Batch } from '../cursors';

/** Encodes `{lastErrorObject, value, ok: 1}`. `value` is a stored document, whose bytes are copied unchanged. */
export function valueReply(lastErrorObject: Document, value: Buffer): Buffer {
  const head = encode({ lastErrorObject });
  const reply = Buffer.concat([head.subarray(0, -1), Buffer.from('\x03value\0', 'latin1'), value, TAIL]);
  reply.writeInt32LE(reply.length, 0);
  return reply;
}

/** The end of every reply: `ok: 1.0` and the final zero byte. */
const TAIL = Buffer.from('016f6b00000000000000f03f00', 'hex');

/**
 * Encodes `{cursor: {firstBatch | nextBatch, id, ns}, ok: 1}`. The bytes of the stored documents are copied unchanged.
 */
export function cursorReply(
  field: 'firstBatch' | 'nextBatch',
  namespace: string,
  { cursorId, documents }: Batch,
): Buffer {
  const nameBytes = Buffer.byteLength(namespace);
  let arrayBytes = 5;
  for (let i = 0; i < documents.length; i++) arrayBytes += 2 + digits(i) + documents[i]!.length;
  const cursorBytes = 4 + (1 + field.length + 1) + arrayBytes + 12 + (4 + 4 + nameBytes + 1) + 1;
  const reply = Buffer.allocUnsafe(4 + 8 + cursorBytes + TAIL.length);
  let at = reply.writeInt32LE(reply.length, 0);
  at += reply.write('\x03cursor\0', at, 'latin1');
  at = reply.writeInt32LE(cursorBytes, at);
  at += reply.write(`\x04${field}\0`, at, 'latin1');
  at = reply.writeInt32LE(arrayBytes, at);
  for (let i = 0; i < documents.length; i++) {
    at += reply.write(`\x03${i}\0`, at, 'latin1');
    at += documents[i]!.copy(reply, at);
  }
  at += reply.write('\0\x12id\0', at, 'latin1');
  at = reply.writeBigInt64LE(BigInt(cursorId), at);
  at += reply.write('\x02ns\0', at, 'latin1');
  at = reply.writeInt32LE(nameBytes + 1, at);
  at += reply.write(namespace, at);
  at += reply.write('\0\0', at, 'latin1');
  TAIL.copy(reply, at);
  return reply;
}

function digits(i: number): number {
  return i < 10 ? 1 : i < 100 ? 2 : i < 1000 ? 3 : String(i).length;
}
