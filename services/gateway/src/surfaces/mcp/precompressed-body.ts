import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The common beginning of many answers, compressed once. Each answer adds its own end. */
export interface PrecompressedBody {
  /** Returns the common start and this end, uncompressed. */
  plain(end: Buffer): Buffer[];
  /** Returns the body with this end in gzip (RFC 1952); undefined when the end is too long. */
  gzipped(end: Buffer): Buffer[] | undefined;
}

/** The gzip header: deflate, no flags, no time, best compression, Unix. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
/** Maximum bytes in a stored block (RFC 1951, 3.2.4). */
const MAX_STORED = 0xffff;

/**
 * Compresses the beginning once. The compressed beginning fills its last byte, so an answer's end can follow without
 * compression. For each answer, only a checksum must be computed, and the answer has a fifth of its uncompressed
 * length.
 */
export function precompress(start: Buffer): PrecompressedBody {
  const deflated = deflateRawSync(start, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const head = Buffer.concat([GZIP_HEAD, deflated]);
  const checksum = crc32(start);
  return {
    plain: (end) => [start, end],
    gzipped: (end) =>
      end.length > MAX_STORED
        ? undefined
        : [head, storedLast(end), trailer(crc32(end, checksum), start.length + end.length)],
  };
}

function storedLast(bytes: Buffer): Buffer {
  const block = Buffer.alloc(5 + bytes.length);
  block[0] = 1;
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(bytes.length ^ 0xffff, 3);
  bytes.copy(block, 5);
  return block;
}

function trailer(checksum: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(checksum, 0);
  bytes.writeUInt32LE(length % 2 ** 32, 4);
  return bytes;
}
