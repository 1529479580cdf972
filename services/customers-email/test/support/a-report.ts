/**
 * Reports as mail servers write them. The delivery report is written as Postfix does (RFC 3464, appendix A;
 * postfix.org/bounce.5.html). The complaint is the second example of RFC 5965, appendix B.
 */
interface Reported {
  /** The address that gets the report. */
  to?: string;
  /** The headers of the mail that the report is about. */
  original?: string;
  recipient?: string;
}

const mail = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n`);

export const aBounce = ({
  to = 'bounces@ship.example',
  original = 'Subject: Hello',
  recipient = 'ada@engine.org',
  action = 'failed',
  status = '5.1.1',
  diagnostic = '550 5.1.1 <ada@engine.org>: Recipient address rejected: User unknown',
}: Reported & { action?: string; status?: string; diagnostic?: string } = {}): Buffer =>
  mail([
    'Return-Path: <>',
    `Delivered-To: ${to}`,
    'Date: Mon, 23 Nov 2026 08:00:00 +0000 (UTC)',
    'From: MAILER-DAEMON@mx.ship.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="4Xy.1/mx"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4Xy.1/mx',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.ship.example.',
    '',
    '--4Xy.1/mx',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.ship.example',
    'X-Postfix-Queue-ID: 4Xy',
    'Arrival-Date: Mon, 23 Nov 2026 07:59:58 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822;${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.engine.org',
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '--4Xy.1/mx',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    original,
    '',
    '--4Xy.1/mx--',
  ]);

export const aComplaint = ({
  to = 'bounces@ship.example',
  original = 'Subject: Hello',
  recipient = 'ada@engine.org',
  type = 'abuse',
}: Reported & { type?: string } = {}): Buffer =>
  mail([
    'From: <abusedesk@example.com>',
    'Date: Mon, 23 Nov 2026 17:40:36 +0000',
    'Subject: FW: Earn money',
    `To: <${to}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report;',
    '     boundary="part1_13d.2e68ed54_boundary"',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: text/plain; charset="US-ASCII"',
    'Content-Transfer-Encoding: 7bit',
    '',
    'This is an email abuse report for an email message received from IP',
    '192.0.2.2 on Mon, 23 Nov 2026 17:40:36 UTC.',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    `Original-Mail-From: <${to}>`,
    `Original-Rcpt-To: <${recipient}>`,
    'Source-IP: 192.0.2.2',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    original,
    '',
    'Spam Spam Spam',
    '',
    '--part1_13d.2e68ed54_boundary--',
  ]);
