import { createHmac } from 'node:crypto';
import { requireSignature } from '../../src/hooks/require-signature';

const body = Buffer.from('{"id":1}');
const by = (secret: string, encoding: 'base64' | 'hex') =>
  createHmac('sha256', secret).update(body).digest(encoding);

describe('a signed body', () => {
  it.each(['base64', 'hex'] as const)('is accepted with each of the secrets, in %s', (encoding) => {
    for (const secret of ['new', 'old']) {
      requireSignature({ body, encoding, signature: by(secret, encoding) }, ['new', 'old']);
    }
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['words', 'not base64 at all'],
    ['a part of the signature', by('new', 'base64').slice(0, 20)],
    ['the signature of another secret', by('other', 'base64')],
    ['the signature in another encoding', by('new', 'hex')],
  ])('is refused with %s', (_, signature) => {
    expect(() => requireSignature({ body, encoding: 'base64', signature }, ['new', 'old'])).toThrow(
      expect.objectContaining({ code: 'unauthenticated', reason: 'hook_signature_wrong' }),
    );
  });

  it('is refused while no secret is set', () => {
    const signature = by('', 'base64');
    expect(() => requireSignature({ body, encoding: 'base64', signature }, [])).toThrow(
      expect.objectContaining({ code: 'unauthenticated' }),
    );
  });
});
