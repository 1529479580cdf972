import type { Reason } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  AGREEMENT_VERSION,
  type AgreementSeal,
  agreementContent,
  agreementSeal,
  carrierAgreement,
  checkAgreement,
} from '@parcelyard/shipping/domain/carrier-agreement';

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

test('an opened seal has the same content', () => {
  expect(agreementSeal(agreementContent(seal))).toEqual(seal);
});

test('the seal of this account, carrier and agreement version is accepted until it expires', () => {
  expect(checkAgreement(seal, claim)).toBe(seal);
  expect(checkAgreement({ ...seal, expiresAt: new Date(now.getTime() + 1) }, claim)).toBeDefined();
});

test.each<[string, AgreementSeal | undefined, string, Reason]>([
  ['a seal that cannot be opened', undefined, 'invalid_argument', 'agreement_token_not_intact'],
  [
    'a seal of another account',
    { ...seal, accountId: 8 },
    'invalid_argument',
    'agreement_token_of_another_account',
  ],
  [
    'a seal of another carrier',
    { ...seal, carrier: 'usps' },
    'invalid_argument',
    'agreement_token_of_another_carrier',
  ],
  [
    'a seal of an older agreement version',
    { ...seal, version: '2020-01-01' },
    'failed_precondition',
    'agreement_changed',
  ],
  ['an expired seal', { ...seal, expiresAt: now }, 'failed_precondition', 'agreement_token_expired'],
])('%s is refused with its own reason [MCP-S12]', (_case, changed, code, reason) => {
  expect(refusal(changed)).toMatchObject({ code, reason, field: 'agreement_token' });
});

test('the agreement names its carrier, its version and who must not accept it', () => {
  const text = carrierAgreement('FedEx');
  expect(text).toContain('FedEx TECHNOLOGY AGREEMENT');
  expect(text).toContain(AGREEMENT_VERSION);
  expect(text).toMatch(/An assistant or program must not accept it for you\.$/);
  expect(text).not.toMatch(/[{}]/);
  expect(text).toContain('\n\n10. ');
});
