import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  type AgreementSeal,
  agreementContent,
  agreementSeal,
  checkAgreement,
} from '@parcelyard/shipping/domain/agreement-seal';
import { AGREEMENT_VERSION, carrierAgreement } from '@parcelyard/shipping/domain/carrier-agreement';

const now = new Date('2026-11-20T12:00:00Z');
const seal: AgreementSeal = {
  accountId: 7,
  carrier: 'ups',
  version: AGREEMENT_VERSION,
  expiresAt: new Date('2026-11-21T12:00:00Z'),
};
const claim = { accountId: 7, carrier: 'ups', now };

function refusal(changed: AgreementSeal | undefined): DomainError {
  try {
    checkAgreement(changed, claim);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

test('a seal comes out as it went in', () => {
  expect(agreementSeal(JSON.parse(JSON.stringify(agreementContent(seal))))).toEqual(seal);
});

test('the seal of this account, carrier and wording is accepted until it expires', () => {
  expect(checkAgreement(seal, claim)).toBe(seal);
  expect(checkAgreement({ ...seal, expiresAt: new Date(now.getTime() + 1) }, claim)).toBeDefined();
});

test.each<[string, AgreementSeal | undefined, string, RegExp]>([
  ['one that does not open', undefined, 'invalid_argument', /not intact/],
  ['one of another account', { ...seal, accountId: 8 }, 'invalid_argument', /another account/],
  ['one of another carrier', { ...seal, carrier: 'usps' }, 'invalid_argument', /of usps, not of ups/],
  ['one of an older wording', { ...seal, version: '2020-01-01' }, 'failed_precondition', /has changed/],
  ['one that has expired', { ...seal, expiresAt: now }, 'failed_precondition', /has expired/],
])('%s is refused, and the sentence says what to do [MCP-S12]', (_case, changed, code, reason) => {
  const error = refusal(changed);
  expect(error).toMatchObject({ code, field: 'agreement_token' });
  expect(error.publicMessage).toMatch(reason);
  expect(error.publicMessage).toMatch(/Call register_carrier without confirm/);
});

test('the agreement names its carrier, its version and who must not accept it', () => {
  const text = carrierAgreement('FedEx');
  expect(text).toContain('FedEx TECHNOLOGY AGREEMENT');
  expect(text).toContain(AGREEMENT_VERSION);
  expect(text).toMatch(/An assistant or program must not accept it for you\.$/);
  expect(text).not.toMatch(/[{}]/);
  expect(text).toContain('\n\n10. ');
});
