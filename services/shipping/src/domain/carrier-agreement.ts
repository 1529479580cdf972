/** Names the wording below: a changed wording needs a new version, and a token for an older one is refused. */
export const AGREEMENT_VERSION = '2026-11-01';

/** What the account holder accepts before an account with a carrier is opened or linked. */
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
