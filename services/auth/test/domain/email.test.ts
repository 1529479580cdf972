import { DomainError } from '@parcelyard/service-kit/domain-error';
import { parseEmail } from '../../src/domain/email';
import { parsePassword } from '../../src/domain/password';

describe('an e-mail address', () => {
  test.each([
    ['  Ann@Example.COM ', 'ann@example.com'],
    ['u\u0308ber@example.com', '\u00fcber@example.com'],
  ])('%j is known as %j', (written, known) => {
    expect(parseEmail(written)).toBe(known);
  });

  test.each([
    'ann',
    'ann@',
    '@example.com',
    'ann@@example.com',
    'a nn@example.com',
    'ann@example',
    'ann@example.com\n.',
  ])('%j is refused by name', (text) => {
    expect(() => parseEmail(text)).toThrow(
      DomainError.text('invalid_argument', 'email must be an e-mail address such as name@example.com.'),
    );
  });

  test('a missing one is required', () => {
    expect(() => parseEmail('  ')).toThrow('email is required.');
  });

  test('255 characters are too many', () => {
    expect(() => parseEmail(`${'a'.repeat(243)}@example.com`)).toThrow(/e-mail address/);
    expect(parseEmail(`${'a'.repeat(242)}@example.com`)).toHaveLength(254);
  });
});

describe('a new password', () => {
  test.each([
    ['', 'password is required.'],
    ['seven77', 'password must have 8 to 200 characters.'],
    ['x'.repeat(201), 'password must have 8 to 200 characters.'],
  ])('%j is refused', (text, message) => {
    expect(() => parsePassword(text)).toThrow(message);
  });

  test('composed in two ways is one password', () => {
    expect(parsePassword('caf\u00e9 au lait')).toBe(parsePassword('cafe\u0301 au lait'));
  });
});
