import { BSON } from 'mongodb';

const OP_MSG = 2013;

/** Encodes a server's answer to a client's OP_MSG, with this body. */
export function answerTo(question: Buffer, body: object): Buffer {
  const document = BSON.serialize(body);
  const header = Buffer.alloc(21);
  header.writeInt32LE(header.length + document.length, 0);
  header.writeInt32LE(question.readInt32LE(4), 8);
  header.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([header, document]);
}
