import { type BounceKind, bounceKind, enhancedStatus } from './bounce';

/** Fields of a report by their names in lower case. */
export type ReportFields = ReadonlyMap<string, string>;

/** A mail that a mail server or a mailbox provider wrote about one of ours. */
export interface ReceivedReport {
  /** Report keys that it names, the surest first. */
  keys: readonly string[];
  /** What became of it, recipient by recipient (RFC 3464). */
  deliveries: readonly ReportFields[];
  /** What its reader did with it (RFC 5965). */
  feedback?: ReportFields | undefined;
}

export type MailReport =
  | { kind: 'bounce'; bounce: BounceKind; status: string }
  /** The reader told the mailbox provider that the mail is not wanted. */
  | { kind: 'complaint' };

/** RFC 5965, and the `opt-out` that providers send beside it. Others speak of viruses or signatures, or take it back. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out']);

/** What a report says of the mail to a recipient; undefined when it says nothing that matters. */
export function judgeReport(
  { deliveries, feedback }: ReceivedReport,
  recipient: string,
): MailReport | undefined {
  if (feedback) {
    return COMPLAINTS.has(wordOf(feedback, 'feedback-type')) ? { kind: 'complaint' } : undefined;
  }
  const failures = failuresOf(deliveries, recipient.toLowerCase()).map(statusOf);
  if (failures.length === 0) return undefined;
  // One that some of an alias's members received did not meet a missing mailbox.
  const soft = failures.find((status) => bounceKind(status) === 'soft');
  const status = soft ?? (failures[0] as string);
  return { kind: 'bounce', bounce: bounceKind(status), status };
}

/** The failures that count: the recipient's own where it is named, else all, as of an address that forwards. */
function failuresOf(deliveries: readonly ReportFields[], recipient: string): readonly ReportFields[] {
  const own = deliveries.filter((fields) =>
    ['original-recipient', 'final-recipient'].some((name) => addressIn(fields, name) === recipient),
  );
  const about = own.length > 0 ? own : deliveries;
  const failed = about.filter((fields) => wordOf(fields, 'action') === 'failed');
  return failed.length === about.length ? failed : [];
}

/** What the recipient's server replied, else what the reporting one made of it: that one may well not have understood. */
function statusOf(fields: ReportFields): string {
  const [, reply = ''] = /^\s*smtp\s*;(.*)$/is.exec(fields.get('diagnostic-code') ?? '') ?? [];
  const codes = [enhancedStatus(reply), enhancedStatus(fields.get('status') ?? '')].filter(
    (code) => code !== '',
  );
  return codes.find((code) => !code.endsWith('.0')) ?? codes[0] ?? '5.0.0';
}

/** Without the comments that RFC 3464 allows: `failed (bad destination mailbox)`. */
const wordOf = (fields: ReportFields, name: string): string =>
  (fields.get(name) ?? '')
    .replace(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase();

/** Of `rfc822; <ada@engine.org>`. */
const addressIn = (fields: ReportFields, name: string): string =>
  wordOf(fields, name)
    .replace(/^[^;]*;/, '')
    .replace(/[<>\s]/g, '');
