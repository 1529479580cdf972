import { freezeDeep } from '../src/rpc/freeze-message';

it('a message is frozen at every depth, except its bytes', () => {
  const message = { list: [{ name: 'a' }], bytes: Buffer.from('abc'), at: new Date(0), none: undefined };
  expect(freezeDeep(message)).toBe(message);
  expect(() => message.list.push({ name: 'b' })).toThrow(TypeError);
  expect(() => {
    message.list[0]!.name = 'b';
  }).toThrow(TypeError);
  message.bytes[0] = 0;
  expect(message.bytes[0]).toBe(0);
});
