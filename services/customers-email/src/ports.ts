import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Sequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Owners } from './adapters/clients/owners-client';
import type { ReplyToLinks } from './adapters/links/reply-to-links';
import type { UnsubscribeLinks } from './adapters/links/unsubscribe-links';
import type { ReadReport } from './adapters/mail-reports/read-report';
import type { CampaignStore } from './adapters/mongo/campaign-store';
import type { CustomerStore } from './adapters/mongo/customer-store';
import type { DomainPace } from './adapters/mongo/domain-pace';
import type { MailReports } from './adapters/mongo/mail-reports';
import type { MailSettingsStore } from './adapters/mongo/mail-settings-store';
import type { MessageStore } from './adapters/mongo/message-store';
import type { SendingClaims } from './adapters/mongo/sending-claims';
import type { Suppressions } from './adapters/mongo/suppressions';
import type { Mailer } from './adapters/smtp/smtp-mailer';

/** All ports of the use cases. Each use case names the ports that it needs. */
export interface CustomersPorts {
  readonly messages: MessageStore;
  readonly customers: CustomerStore;
  readonly owners: Owners;
  readonly reports: MailReports;
  readonly settings: MailSettingsStore;
  readonly suppressions: Suppressions;
  readonly campaigns: CampaignStore;
  readonly links: UnsubscribeLinks;
  readonly baseUrl: string;
  readonly claims: SendingClaims;
  readonly customerIds: Sequence;
  /**
   * Every one of these tokens is accepted. To replace a token without an interruption, an operator sets the old and the
   * new token for some time.
   */
  readonly hookTokens: readonly string[];
  /** The address from which every mail is sent. */
  readonly mailFrom: string;
  readonly mailer: Mailer;
  readonly pace: DomainPace;
  readonly perSecond: number;
  readonly readReport: ReadReport;
  readonly replyToLinks: ReplyToLinks;
  readonly sendingIds: Sequence;
  /** The service's name. It appears only in the service's own mails, not in mails that it sends for merchants. */
  readonly serviceName: string;
  readonly clock: Clock;
  readonly failPoint: FailPoint;
}
