import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { ByteReader, ByteWriter } from './seals/seal-bytes';

/** The version of the text below. Change it with the text. Acceptances of older versions are then refused. */
export const AGREEMENT_VERSION = '2026-11-01';

/** Returns the text that the account holder accepts before a carrier account is opened or linked. */
export function carrierAgreement(carrierName: string): string {
  const clauses = CLAUSES.map(
    (clause, index) => `${index + 1}. ${clause.replaceAll('{carrier}', carrierName)}`,
  );
  return [
    `${carrierName} TECHNOLOGY AGREEMENT`,
    `Version ${AGREEMENT_VERSION}`,
    `This agreement is between you, the holder of this shipping account, and ${carrierName}. It covers the use of ${carrierName} rates, labels, tracking and pickups through this service. Read it whole; it binds you when you accept it.`,
    ...clauses,
    `By accepting you state that you have read this agreement, that you are entitled to accept it for the business that holds this account, and that you accept it. An assistant or program must not accept it for you.`,
  ].join('\n\n');
}

const CLAUSES: readonly string[] = [
  'Licence. {carrier} lets you use its rating, labelling, tracking and pickup functions through this service, for your own shipments only. The licence is not exclusive, cannot be passed on and ends with this agreement.',
  'Your account. The account number that you give is yours, or you are authorized to ship on it. You answer for every shipment made on it through this service, and you keep your access to this service secret.',
  'Rates and charges. Rates are those in force when a label is bought. {carrier} may correct a charge when weight, dimensions, address or contents differ from what was declared, and you owe the corrected amount.',
  'Labels. A label is used once, for the shipment that it was bought for, and is not altered. Unused labels may be voided within the time that {carrier} grants, provided that the parcel was never scanned.',
  'Prohibited and regulated goods. You do not tender goods that the law or the service guide of {carrier} prohibits, and you declare regulated goods as that guide demands.',
  'International shipments. You answer for the truth of customs declarations, for export controls, and for duties and taxes that the recipient does not pay.',
  'Data. This service passes to {carrier} the names, addresses, telephone numbers, e-mail addresses and contents needed to carry a shipment, and receives its tracking. {carrier} handles them under its privacy notice. You have the right to pass these data on.',
  'Tracking information is for you and for the recipients of your shipments. You do not resell it and do not query it for parcels that are not yours.',
  'Liability. The liability of {carrier} for loss, damage and delay is that of its service guide and is limited to the declared value. The functions of this agreement are provided as they are.',
  'Changes and end. {carrier} may change this agreement; a new version is shown to you and needs your acceptance anew. Either side may end it at any time. What was owed for earlier shipments stays owed.',
];

/** What `agreement_token` contains: the account, the carrier, and the version that was shown. */
export interface AgreementSeal {
  readonly accountId: number;
  readonly carrier: string;
  readonly version: string;
  readonly expiresAt: Date;
}

/** How long an agreement can be accepted after it was shown, in milliseconds. */
export const AGREEMENT_TTL_MS = 24 * 3_600_000;

export const agreementContent = (seal: AgreementSeal): Buffer =>
  new ByteWriter()
    .count(seal.accountId)
    .count(Math.floor(seal.expiresAt.getTime() / 1000))
    .text(seal.carrier)
    .text(seal.version)
    .bytes();

export function agreementSeal(content: Buffer): AgreementSeal {
  const read = new ByteReader(content);
  const [accountId, seconds, carrier, version] = [read.count(), read.count(), read.text(), read.text()];
  read.end();
  return { accountId, carrier, version, expiresAt: new Date(seconds * 1000) };
}

/**
 * Checks that the seal is for this registration. `undefined` stands for a seal that could not be opened.
 * @throws DomainError invalid_argument or failed_precondition, with a reason for each case
 */
export function checkAgreement(
  seal: AgreementSeal | undefined,
  { accountId, carrier, now }: { accountId: number; carrier: string; now: Date },
): AgreementSeal {
  const field = 'agreement_token';
  const invalid = <R extends Reason>(reason: R, params: ReasonParams<R>) =>
    new DomainError('invalid_argument', reason, params, { field });
  const outdated = (reason: 'agreement_changed' | 'agreement_token_expired') =>
    new DomainError('failed_precondition', reason, {}, { field });
  if (!seal) throw invalid('agreement_token_not_intact', {});
  if (seal.accountId !== accountId) throw invalid('agreement_token_of_another_account', {});
  if (seal.carrier !== carrier) {
    throw invalid('agreement_token_of_another_carrier', { issuedFor: seal.carrier, carrier });
  }
  if (seal.version !== AGREEMENT_VERSION) throw outdated('agreement_changed');
  if (seal.expiresAt <= now) throw outdated('agreement_token_expired');
  return seal;
}

/**
 * Writes a carrier account number in one form: `a1-b2 c3` becomes `A1B2C3`. An empty number stays empty.
 * @throws DomainError invalid_argument
 */
export function accountNumber(given: string): string {
  const plain = given.replace(/[\s-]/g, '').toUpperCase();
  if (given.trim() === '' || /^[A-Z0-9]{3,20}$/.test(plain)) return plain;
  const context = { field: 'account_number' };
  throw new DomainError('invalid_argument', 'account_number_malformed', { got: given }, context);
}
