import { type BounceKind, bounceKind, enhancedStatus } from './bounce';

/** Fields of a report, by name in lower case. */
export type ReportFields = ReadonlyMap<string, string>;

/** A mail from a mail server or mailbox provider that reports about one of our mails. */
export interface ReceivedReport {
  /** The report keys found in the mail, the most reliable first. */
  keys: readonly string[];
  /** The result of the mail for each recipient (RFC 3464). */
  deliveries: readonly ReportFields[];
  /** The reader's action, such as a complaint (RFC 5965). */
  feedback?: ReportFields | undefined;
}

export type MailReport =
  | { kind: 'bounce'; bounce: BounceKind; status: string }
  /** The reader reported the mail as unwanted to the mailbox provider. */
  | { kind: 'complaint' };

/**
 * The feedback types that count as complaints. Providers also send `opt-out`, which RFC 5965 does not have. Other types
 * report viruses or signatures, or withdraw a complaint.
 */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out']);

/**
 * Returns what a report says about the mail to a recipient: a bounce or a complaint. Undefined when it says neither.
 */
export function judgeReport(
  { deliveries, feedback }: ReceivedReport,
  recipient: string,
): MailReport | undefined {
  if (feedback) {
    return COMPLAINTS.has(wordOf(feedback, 'feedback-type')) ? { kind: 'complaint' } : undefined;
  }
  const failures = failuresOf(deliveries, recipient.toLowerCase()).map(statusOf);
  if (failures.length === 0) return undefined;
  // One soft failure makes the whole bounce soft. For example, the address may forward mail to several mailboxes, and
  // only one of them is full.
  const soft = failures.find((status) => bounceKind(status) === 'soft');
  const status = soft ?? (failures[0] as string);
  return { kind: 'bounce', bounce: bounceKind(status), status };
}

/**
 * Returns the failed deliveries to the recipient. An address may forward mail, and the report may then not name our
 * recipient. In this case, returns the failed deliveries to all recipients in the report. If at least one of these
 * deliveries did not fail, returns an empty list.
 */
function failuresOf(deliveries: readonly ReportFields[], recipient: string): readonly ReportFields[] {
  const own = deliveries.filter((fields) =>
    ['original-recipient', 'final-recipient'].some((name) => addressIn(fields, name) === recipient),
  );
  const about = own.length > 0 ? own : deliveries;
  const failed = about.filter((fields) => wordOf(fields, 'action') === 'failed');
  return failed.length === about.length ? failed : [];
}

/**
 * Returns the status code that the recipient's server gave. If that server gave none, or only a general code such as
 * `5.0.0`, returns the status code of the server that wrote the report.
 */
function statusOf(fields: ReportFields): string {
  const [, reply = ''] = /^\s*smtp\s*;(.*)$/is.exec(fields.get('diagnostic-code') ?? '') ?? [];
  const codes = [enhancedStatus(reply), enhancedStatus(fields.get('status') ?? '')].filter(
    (code) => code !== '',
  );
  return codes.find((code) => !code.endsWith('.0')) ?? codes[0] ?? '5.0.0';
}

/** Returns the field's value without comments, such as `failed` for `failed (bad destination mailbox)` (RFC 3464). */
const wordOf = (fields: ReportFields, name: string): string =>
  (fields.get(name) ?? '')
    .replace(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase();

/** Returns the address in a text such as `rfc822; <ada@engine.org>`. */
const addressIn = (fields: ReportFields, name: string): string =>
  wordOf(fields, name)
    .replace(/^[^;]*;/, '')
    .replace(/[<>\s]/g, '');
