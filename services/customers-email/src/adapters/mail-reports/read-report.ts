import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { ReceivedReport, ReportFields } from '../../domain/mail-report';
import { findReportKeys } from '../../domain/report-key';
import { rawMail } from './raw-mail';

/**
 * Headers that may contain the address to which a report was sent. This address contains the report key of our mail.
 */
const SENT_TO = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'];
/**
 * Headers that may contain our mail's report key: headers of the reported mail, and the headers with which an answer
 * refers to our mail.
 */
const NAMED_IN = ['return-path', 'message-id', 'in-reply-to', 'references'];
/** The most groups of fields that are read. A report has only a few, because each of our mails has one recipient. */
const MOST_GROUPS = 100;
const ORIGINALS = new Set(['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers']);

/**
 * Reads a mail (RFC 5322) as a report of delivery (RFC 3464) or of a reader's complaint (RFC 5965). A report quotes the
 * reported mail or its headers. For a mail that is no report, the lists in the result are empty.
 * @throws Error when the body cannot be read as a mail
 */
export async function readReport(body: Uint8Array, contentType = ''): Promise<ReceivedReport> {
  const mail = await PostalMime.parse(await rawMail(body, contentType), {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
  });
  if (mail.headers.length === 0) throw new Error('A mail has headers.');
  const groups = await groupsOf(partOf(mail, 'message/delivery-status'));
  const [feedback] = await groupsOf(partOf(mail, 'message/feedback-report'));
  const original = await headOf(mail.attachments.find(({ mimeType }) => ORIGINALS.has(mimeType)));
  return {
    keys: findReportKeys([
      ...valuesOf(mail.headers, SENT_TO),
      ...[feedback, ...groups].flatMap((fields) => fields?.get('original-mail-from') ?? []),
      ...valuesOf(original, NAMED_IN),
      ...valuesOf(mail.headers, NAMED_IN),
    ]),
    deliveries: groups.filter((fields) => fields.has('final-recipient') || fields.has('action')),
    feedback,
  };
}

export type ReadReport = typeof readReport;

const valuesOf = (headers: Email['headers'], names: readonly string[]): string[] =>
  names.flatMap((name) => headers.filter(({ key }) => key === name).map(({ value }) => value));

const partOf = ({ attachments }: Email, mimeType: string): string =>
  textOf(attachments.find((part) => part.mimeType === mimeType));

const textOf = (part: Attachment | undefined): string =>
  typeof part?.content === 'string' ? part.content.replace(/\r\n?/g, '\n') : '';

/**
 * The fields of a report look like the headers of a mail, so the parser for mails reads them. A blank line separates
 * two groups.
 */
const groupsOf = (text: string): Promise<ReportFields[]> =>
  Promise.all(
    text
      .split(/\n\s*\n/)
      .filter((group) => group.trim() !== '')
      .slice(0, MOST_GROUPS)
      .map(async (group) => {
        const { headers } = await PostalMime.parse(`${group.trim()}\n`);
        return new Map(headers.map(({ key, value }) => [key, value]));
      }),
  );

async function headOf(part: Attachment | undefined): Promise<Email['headers']> {
  const [head = ''] = textOf(part).split(/\n\n/, 1);
  return head === '' ? [] : (await PostalMime.parse(`${head}\n`)).headers;
}
