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
  /** The address to which answers go; absent when nobody reads answers. */
  replyTo?: string | undefined;
  recipient: { name: string; address: string };
  date: Date;
  /**
   * A link to unsubscribe, in marketing mail only. A reader opens it, or the mail program sends one POST to it (RFC
   * 8058).
   */
  unsubscribeUrl?: string;
}

export const page = (paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="en"><body style="font-family:sans-serif">${paragraphs.join('')}</body></html>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
