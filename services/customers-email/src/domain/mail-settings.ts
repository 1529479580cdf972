/** How an account writes to its customers. */
export interface MailSettings {
  labelPrintedEmail: boolean;
  /** Empty: the service's name. */
  senderName: string;
}

export const DEFAULT_MAIL_SETTINGS: MailSettings = { labelPrintedEmail: true, senderName: '' };
