import { withoutEndSlashes } from '../src/without-end-slashes';

test.each([
  ['https://shop.example/', 'https://shop.example'],
  ['shop.example/store//', 'shop.example/store'],
  ['shop.example', 'shop.example'],
  ['//', ''],
])('%s is kept as %s', (address, kept) => {
  expect(withoutEndSlashes(address)).toBe(kept);
});
