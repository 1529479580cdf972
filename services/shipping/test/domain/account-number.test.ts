import { accountNumber } from '@parcelyard/shipping/domain/carrier-agreement';

test.each([
  ['', ''],
  ['  ', ''],
  ['A1B2C3', 'A1B2C3'],
  [' a1-b2 c3 ', 'A1B2C3'],
  ['510-087-020', '510087020'],
])('"%s" is read as the account "%s"', (given, plain) => {
  expect(accountNumber(given)).toBe(plain);
});

test.each(['--', 'ab', 'ÄÖÜ1', '123456789012345678901', "1'; drop"])(
  '"%s" is no valid account number [MCP-E7]',
  (given) => {
    expect(() => accountNumber(given)).toThrow(
      expect.objectContaining({ reason: 'account_number_malformed', params: { got: given } }),
    );
  },
);
