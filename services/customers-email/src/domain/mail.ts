/** What a reader sees of an e-mail, in both forms. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** An e-mail as it is handed to the mail server. */
export interface Mail extends MailContent {
  /** Globally unique, without angle brackets. */
  messageId: string;
  /** What a report on it names it by. */
  reportKey: string;
  senderName: string;
  /** Where answers go; absent: nobody reads them. */
  replyTo?: string | undefined;
  recipient: { name: string; address: string };
  /** When it was written. */
  date: Date;
  /** Where a reader, or the mail program by one POST (RFC 8058), ends such mail. Marketing mail only. */
  unsubscribeUrl?: string;
}

/** The HTML form of a mail. */
export const page = (paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="en"><body style="font-family:sans-serif">${paragraphs.join('')}</body></html>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text with the characters escaped that HTML reads as markup. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
