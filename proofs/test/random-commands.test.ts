import { createRandomCommands } from '../mongodb/random-commands';

const drawn = (seed: number) => {
  const commands = createRandomCommands(seed);
  const asked = Array.from({ length: 200 }, () => commands.question());
  return JSON.stringify([commands.documents(20), asked]);
};

test('random commands are equal for the same seed, and different for another seed', () => {
  expect(drawn(7)).toBe(drawn(7));
  expect(drawn(7)).not.toBe(drawn(8));
});
