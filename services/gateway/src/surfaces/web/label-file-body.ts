import { Readable } from 'node:stream';
import type { LabelFile } from '@parcelyard/contracts/shipping';

/** Reads the part of a file that begins at an offset. */
type ReadPart = (part: { offset: number; etag: string }) => Promise<LabelFile>;

/**
 * The whole of a file whose first part is here. A file longer than a message comes part by part as fast as the client
 * takes it; one that cannot be finished breaks the answer off, so that nobody prints half of it unawares.
 */
export function labelFileBody(first: LabelFile, readPart: ReadPart): Buffer | Readable {
  const whole = first.content.length >= first.size;
  return whole ? bytes(first) : Readable.from(partsOf(first, readPart), { objectMode: false });
}

async function* partsOf(first: LabelFile, readPart: ReadPart): AsyncGenerator<Buffer> {
  yield bytes(first);
  let offset = first.content.length;
  while (offset < first.size) {
    const part = await readPart({ offset, etag: first.etag });
    if (part.content.length === 0) throw new Error('A label file ended before its size.');
    yield bytes(part);
    offset += part.content.length;
  }
}

const bytes = ({ content }: LabelFile): Buffer =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength);
