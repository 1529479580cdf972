/** What a reader sees of an e-mail, as text and as HTML. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** An e-mail as the mail server gets it. */
export interface Mail extends MailContent {
  /** Globally unique, without angle brackets. */
  messageId: string;
  /** The key by which reports identify the mail. */
  reportKey: string;
  senderName: string;
  /** Where answers go; absent when nobody reads answers. */
  replyTo?: string | undefined;
  recipient: { name: string; address: string };
  /** When the mail was written. */
  date: Date;
  /** Link that ends such mail, for a reader or for one POST of the mail program (RFC 8058). Only in marketing mail. */
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

/** Text with HTML's special characters escaped. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
