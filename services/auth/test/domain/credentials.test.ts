import { parseEmail, parsePassword } from '../../src/domain/credentials';

function refusalOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe('an e-mail address', () => {
  test.each([
    ['  Ann@Example.COM ', 'ann@example.com'],
    ['u\u0308ber@example.com', '\u00fcber@example.com'],
    // Unicode composes the small letter with its mark, but not the capital letter.
    ['H\u0331@example.com', '\u1e96@example.com'],
  ])('%j is stored as %j', (written, known) => {
    expect(parseEmail(written)).toBe(known);
  });

  test.each([
    'ann',
    'ann@',
    '@example.com',
    'ann@@example.com',
    'a nn@example.com',
    'ann@example',
    'ann@example.com*',
    'ann@exa_mple.com',
    'ann@example.com\n.',
  ])("%j is refused with the field's name", (text) => {
    expect(refusalOf(() => parseEmail(text))).toMatchObject({
      code: 'invalid_argument',
      reason: 'email_malformed',
      field: 'email',
    });
  });

  test('is required', () => {
    expect(refusalOf(() => parseEmail('  '))).toMatchObject({ reason: 'field_required', field: 'email' });
  });

  test('may have 254 characters and not 255', () => {
    expect(() => parseEmail(`${'a'.repeat(243)}@example.com`)).toThrow('email_malformed');
    expect(parseEmail(`${'a'.repeat(242)}@example.com`)).toHaveLength(254);
  });
});

describe('a new password', () => {
  test.each([
    ['', { reason: 'field_required', params: {} }],
    ['seven77', { reason: 'password_length', params: { min: 8, max: 200 } }],
    ['\u{1f511}'.repeat(7), { reason: 'password_length', params: { min: 8, max: 200 } }],
    ['x'.repeat(201), { reason: 'password_length', params: { min: 8, max: 200 } }],
  ])('%j is refused', (text, refusal) => {
    expect(refusalOf(() => parsePassword(text))).toMatchObject({ ...refusal, field: 'password' });
  });

  test('may have 200 characters, of which each counts as one', () => {
    expect(parsePassword('\u{1f511}'.repeat(200))).toBe('\u{1f511}'.repeat(200));
  });

  test('is the same in both Unicode compositions', () => {
    expect(parsePassword('caf\u00e9 au lait')).toBe(parsePassword('cafe\u0301 au lait'));
  });
});
