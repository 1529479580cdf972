import type { Measures } from '@parcelyard/contracts/common';
import { type Cents, cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import { readCarrierReference } from '../../domain/purchase';
import type { AdjustmentSource, ReportedAdjustment } from '../adjustment-source';
import { CarrierNoAnswer } from '../carrier-errors';
import type { ReferenceBook } from '../reference-book';
import { SellerError } from '../seller-error';
import type { EasypostApi } from './easypost-api';
import type { EasypostReport } from './easypost-shapes';
import { readCsv } from './read-csv';

/** The type of EasyPost's report about changes of postage after the sale. */
const TYPE = 'shipment_invoice';
const DAY_MS = 86_400_000;
/** Days that one report covers. EasyPost allows less than 31. */
const REPORT_DAYS = 30;
/**
 * How many reports are read. Together they cover four months, because carriers change the postage within some weeks,
 * and EasyPost may list a change under the day of the sale or of the change.
 */
const REPORTS = 4;
/** EasyPost writes a report in the background. We ask at most this many times whether the report is finished. */
const ASKS = 60;

interface Dependencies {
  readonly api: Pick<
    EasypostApi,
    'createReport' | 'listReports' | 'findReport' | 'download' | 'findShipment'
  >;
  readonly book: Pick<ReferenceBook, 'ownersOf'>;
  readonly clock: Clock;
  readonly pause: () => Promise<void>;
}

/**
 * Reads from EasyPost's reports what was charged for labels after the sale. Each row has the total for its shipment, so
 * the last row of a shipment is the complete adjustment. The id of the shipment is also the id of the adjustment.
 */
export function createEasypostAdjustments({ api, book, clock, pause }: Dependencies): AdjustmentSource {
  /**
   * Requests a report. While a report for the same days is unfinished, EasyPost refuses a second one. After a refusal,
   * the existing report for these days is returned.
   */
  const begin = async (dates: Dates): Promise<EasypostReport> => {
    try {
      return await api.createReport(TYPE, { ...dates });
    } catch (error) {
      if (!(error instanceof SellerError) || error.concerns === 'operator') throw error;
      const { reports } = await api.listReports(TYPE, { page_size: 100 });
      const same = reports.find(
        ({ start_date, end_date }) => start_date === dates.start_date && end_date === dates.end_date,
      );
      if (!same) throw error;
      return same;
    }
  };

  const rowsOf = async (dates: Dates) => {
    const { id } = await begin(dates);
    for (let asks = 0; asks < ASKS; asks += 1) {
      const report = await api.findReport(id);
      if (report?.status === 'empty') return [];
      if (report?.status === 'available' && report.url)
        return readCsv((await api.download(report.url)).toString('utf8'));
      if (report?.status === 'failed') break;
      await pause();
    }
    throw new CarrierNoAnswer('EasyPost', new Error(`EasyPost has not written the report ${id}.`));
  };

  /**
   * Finds the purchase of a shipment that is missing in our records. A shipment is stored before it is bought, but may
   * be missing after a restore of a backup. Then the shipment's own reference names the purchase.
   */
  const ownerOf = async (shipmentId: string) => {
    const reference = (await api.findShipment(shipmentId))?.reference ?? '';
    const owner = readCarrierReference(reference);
    return owner && { accountId: owner.accountId, reference };
  };

  return {
    seller: 'easypost',
    read: async () => {
      const invoices = new Map<string, Invoice>();
      for (const dates of reportDates(clock.now())) {
        for (const row of await rowsOf(dates)) {
          const invoice = toInvoice(row);
          if (invoice) invoices.set(invoice.shipmentId, invoice);
        }
      }
      const owners = await book.ownersOf([...invoices.keys()]);
      const adjustments: ReportedAdjustment[] = [];
      const unattributed: string[] = [];
      for (const { shipmentId, ...invoice } of invoices.values()) {
        const owner = owners.get(shipmentId) ?? (await ownerOf(shipmentId));
        // A report does not say when the postage was changed, so `at` is the time at which the report is read.
        if (owner) adjustments.push({ ...owner, ...invoice, id: shipmentId, at: clock.now() });
        else unattributed.push(shipmentId);
      }
      return { adjustments, unattributed };
    },
  };
}

interface Dates {
  readonly start_date: string;
  readonly end_date: string;
}

/**
 * Returns the date ranges of the reports. The oldest comes first, so that a later adjustment replaces an earlier one.
 */
function reportDates(now: Date): Dates[] {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return Array.from({ length: REPORTS }, (_, n) => {
    const end = (REPORTS - 1 - n) * REPORT_DAYS;
    return { start_date: day(end + REPORT_DAYS - 1), end_date: day(end) };
  });
}

interface Invoice extends Pick<ReportedAdjustment, 'cents' | 'measured' | 'reason'> {
  readonly shipmentId: string;
}

/** Returns undefined for a row that cannot be used, for example because one of the two amounts is still missing. */
function toInvoice(row: Readonly<Record<string, string>>): Invoice | undefined {
  const [paid, due] = [amount(row.initially_paid_amount), amount(row.final_invoice_amount)];
  const shipmentId = row.shipment_id ?? '';
  if (paid === undefined || due === undefined || !SHIPMENT.test(shipmentId)) return undefined;
  if ((row.quoted_currency || 'USD') !== 'USD') return undefined;
  return {
    shipmentId,
    cents: cents(due - paid),
    measured: measuresOf(row),
    reason: row.adjustment_reason ?? '',
  };
}

const SHIPMENT = /^[\w-]{1,100}$/;

/** Reads an amount. EasyPost writes dollars with parts of a cent. */
function amount(text: string | undefined): Cents | undefined {
  const dollars = positiveOf(text, 0);
  return dollars === undefined ? undefined : cents(Math.round(dollars * 100));
}

function measuresOf(row: Readonly<Record<string, string>>): Measures {
  const [weightOz, length, width, height] = [
    positiveOf(row.captured_weight),
    positiveOf(row.captured_length),
    positiveOf(row.captured_width),
    positiveOf(row.captured_height),
  ];
  const isWhole = length !== undefined && width !== undefined && height !== undefined;
  return { ...(weightOz !== undefined && { weightOz }), ...(isWhole && { length, width, height }) };
}

function positiveOf(text: string | undefined, least = Number.MIN_VALUE): number | undefined {
  const number = Number(text?.trim() || Number.NaN);
  return Number.isFinite(number) && number >= least ? number : undefined;
}
