import { isDeliberate, watchPerson } from '../base/person-click';

const page = new EventTarget();
watchPerson(page);

let now = 0;
const happens = (type: string, more: object = {}) =>
  page.dispatchEvent(Object.defineProperties(new Event(type), descriptors({ timeStamp: now, ...more })));
const descriptors = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
const click = (afterMs: number) => {
  now += afterMs;
  happens('click');
  return isDeliberate();
};

describe('a click', () => {
  it('counts when there was no click in the half second before it', () => {
    expect(click(10_000)).toBe(true);
    expect(click(500)).toBe(true);
  });

  it('does not count as the second of a double click, wherever the first one was', () => {
    click(10_000);
    expect(click(499)).toBe(false);
    expect(click(100)).toBe(false);
    expect(click(500)).toBe(true);
  });

  it('does not count while a key is held down, however long', () => {
    happens('keydown', { repeat: false });
    expect(click(10_000)).toBe(true);
    happens('keydown', { repeat: true });
    expect(click(10_000)).toBe(false);
    happens('keyup');
    expect(click(10_000)).toBe(true);
  });
});
