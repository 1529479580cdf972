import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import type { Collection, Db, UpdateFilter } from 'mongodb';
import type { MailReport } from '../../domain/mail-report';
import { type AddressDocument, addressId, findAddresses } from './find-addresses';

/** What reports said about an address to which an account wrote. */
export interface AddressReports {
  address: string;
  /** When the last report came. */
  at: Date;
  /** Set when the mailbox does not exist. Then nothing is sent to the address until the owner removes this entry. */
  bounce?: { at: Date; status: string };
  complainedAt?: Date;
  /** How many mails bounced for a reason other than a missing mailbox. */
  softBounces?: number;
}

interface MailReportDocument extends AddressReports, AddressDocument {
  /** The message and kind of each of the last reports. With this list, a repeated report is recognised. */
  heard: string[];
}

export const mailReportIndexes: IndexPlan = {
  mail_reports: [
    { key: { accountId: 1, at: -1 }, name: 'latest' },
    { key: { accountId: 1, 'bounce.at': -1 }, name: 'bounced' },
  ],
};

const REMEMBERED_REPORTS = 50;

export type MailReports = ReturnType<typeof createMailReports>;

/**
 * Stores one document for each address (in lower case) whose mail bounced or whose reader complained. The document
 * stays after the address-book record of the address is removed.
 */
export function createMailReports(db: Db) {
  const reports: Collection<MailReportDocument> = db.collection('mail_reports');
  return {
    hasBounced: async (accountId: number, address: string): Promise<boolean> => {
      const found = await reports.findOne({ _id: addressId(accountId, address), accountId });
      return found?.bounce !== undefined;
    },
    bouncedAmong: (accountId: number, addresses: readonly string[]): Promise<Set<string>> =>
      findAddresses(reports, accountId, addresses, ({ bounce }) => bounce !== undefined),
    get: async (accountId: number, address: string): Promise<AddressReports | undefined> =>
      (await reports.findOne({ _id: addressId(accountId, address), accountId })) ?? undefined,
    latest: (accountId: number, most: number): Promise<AddressReports[]> =>
      reports.find({ accountId }).sort({ at: -1 }).limit(most).toArray(),
    /** Returns addresses whose mail bounces, the latest first. */
    bounced: async (accountId: number, most: number): Promise<string[]> => {
      const documents = await reports
        .find({ accountId, 'bounce.at': { $gt: new Date(0) } })
        .sort({ 'bounce.at': -1 })
        .limit(most)
        .toArray();
      return documents.map(({ address }) => address);
    },
    /** Records a report. Returns false when the same report was recorded before. */
    note: async (
      { accountId, address, messageId }: { accountId: number; address: string; messageId: string },
      report: MailReport,
      at: Date,
    ): Promise<boolean> => {
      const _id = addressId(accountId, address);
      const heard = `${report.kind}:${messageId}`;
      const update: UpdateFilter<MailReportDocument> = {
        $set: {
          address,
          at,
          ...(isHard(report) && { bounce: { at, status: report.status } }),
          ...(report.kind === 'complaint' && { complainedAt: at }),
        },
        $push: { heard: { $each: [heard], $slice: -REMEMBERED_REPORTS } },
        ...(report.kind === 'bounce' && report.bounce === 'soft' && { $inc: { softBounces: 1 } }),
      };
      const write = async (): Promise<boolean> =>
        unlessDuplicate(
          reports.updateOne({ _id, accountId, heard: { $ne: heard } }, update, { upsert: true }),
        );
      // If the first write does nothing, either this report was recorded before, or another report has just inserted
      // the document. In the second case, the second write updates the document.
      return (await write()) || (await write());
    },
    /** Removes the bounce, because the owner says that the mailbox works. Mail may then be sent to it again. */
    forgive: async (accountId: number, address: string): Promise<void> => {
      await reports.updateOne(
        { _id: addressId(accountId, address), accountId },
        { $unset: { bounce: '', softBounces: '' } },
      );
    },
  };
}

const isHard = (report: MailReport): report is Extract<MailReport, { kind: 'bounce' }> =>
  report.kind === 'bounce' && report.bounce === 'hard';
