import type { Document } from 'bson';
import { decode, encode } from '../bson-values';
import { EngineError } from '../engine-error';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** MongoDB's limit for one message. */
export const MAX_MESSAGE_BYTES = 48_000_000;

export interface Request {
  id: number;
  body: Document;
  /** Documents that were sent outside the body, as bytes; for `insert`, `update` and `delete`. */
  sequences: Map<string, Buffer[]>;
  /** True when the client expects no answer: write concern 0. */
  silent: boolean;
  legacy: boolean;
}

/** Parses one whole message. Throws for any message except OP_MSG and the OP_QUERY of a handshake. */
export function parseMessage(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === OP_QUERY) return parseLegacy(message, id);
  if (operation !== OP_MSG)
    throw new EngineError('UnsupportedOpQueryCommand', `Unsupported operation code ${operation}`);
  const flags = message.readUInt32LE(16);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences = new Map<string, Buffer[]>();
  let body: Document = {};
  for (let at = 20; at < end; ) {
    const kind = message[at++]!;
    const size = message.readInt32LE(at);
    if (size < 5) throw new EngineError('FailedToParse', 'a section of a message holds less than 5 bytes');
    const section = message.subarray(at, at + size);
    if (kind === 0) body = decode(section);
    else sequences.set(...parseSequence(section));
    at += size;
  }
  return { id, body, sequences, silent: (flags & MORE_TO_COME) !== 0, legacy: false };
}

function parseSequence(section: Buffer): [string, Buffer[]] {
  const nameEnd = section.indexOf(0, 4);
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const size = section.readInt32LE(at);
    if (size < 5)
      throw new EngineError('FailedToParse', 'a document sequence holds a document of less than 5 bytes');
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  return [section.toString('utf8', 4, nameEnd), documents];
}

function parseLegacy(message: Buffer, id: number): Request {
  const nameEnd = message.indexOf(0, 20);
  const body = decode(message.subarray(nameEnd + 9));
  if (!('hello' in body || 'ismaster' in body || 'isMaster' in body))
    throw new EngineError('UnsupportedOpQueryCommand', 'Unsupported OP_QUERY command');
  return { id, body: { ...body, $db: 'admin' }, sequences: new Map(), silent: false, legacy: true };
}

export function encodeReply(request: Request, reply: Document | Buffer): Buffer {
  const body = Buffer.isBuffer(reply) ? reply : encode(reply as Document);
  const headerSize = request.legacy ? 36 : 21;
  const message = Buffer.allocUnsafe(headerSize + body.length);
  message.fill(0, 0, headerSize);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(request.id, 8);
  message.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) message.writeInt32LE(1, 32);
  body.copy(message, headerSize);
  return message;
}
