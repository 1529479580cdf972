import { parseMessage } from '../src/wire/message';

const OP_MSG = 2013;

/** An OP_MSG with one section that says it has this size. */
function message(kind: number, size: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(OP_MSG, 12);
  bytes[20] = kind;
  bytes.writeInt32LE(size, 21);
  return bytes;
}

it.each([-1, 0, 3])('a message with a section of %i bytes is refused', (size) => {
  expect(() => parseMessage(message(1, size))).toThrow('section');
  expect(() => parseMessage(message(0, size))).toThrow('section');
});
