import { BSON } from 'mongodb';

const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;

export type Fields = Record<string, unknown>;

/** Returns false for a legacy handshake, which is not an OP_MSG. */
export function isMessage(message: Buffer): boolean {
  return message.readInt32LE(12) === OP_MSG;
}

/** Returns the body of a whole OP_MSG, with the documents that were sent outside the body. */
export function readBody(message: Buffer): Fields {
  const end = message.readUInt32LE(16) & CHECKSUM_PRESENT ? message.length - 4 : message.length;
  let body: Fields = {};
  const beside: Fields = {};
  for (let at = 20; at < end; ) {
    const kind = message[at];
    at += 1;
    const size = message.readInt32LE(at);
    const section = message.subarray(at, at + size);
    if (kind === 0) body = BSON.deserialize(section);
    else {
      const nameEnd = section.indexOf(0, 4);
      beside[section.toString('utf8', 4, nameEnd)] = documentsOf(section.subarray(nameEnd + 1));
    }
    at += size;
  }
  return { ...body, ...beside };
}

function documentsOf(bytes: Buffer): Fields[] {
  const documents: Fields[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at))
    documents.push(BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at))));
  return documents;
}
