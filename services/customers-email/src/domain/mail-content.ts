/** What a reader sees of an e-mail, in both forms. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}
