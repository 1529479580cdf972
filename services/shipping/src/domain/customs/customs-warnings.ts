import { formatDollars } from '@parcelyard/money/format-dollars';
import type { PostalAddress } from '../address/postal-address';
import { type CustomsItem, declaredValue } from './customs-item';
import { customsRegion, isForeign } from './customs-region';
import { exportCitation, itnNeeded } from './export-citation';

interface Declaration {
  readonly to: PostalAddress;
  readonly items: readonly CustomsItem[];
  /** False when the order has no lines, and one line stands for all its goods. */
  readonly listed: boolean;
  readonly itn?: string | undefined;
}

/** Returns what customs may object to, one sentence each. */
export function customsWarnings({ to, items, listed, itn }: Declaration): string[] {
  const warnings: string[] = [];
  if (!listed) {
    const value = formatDollars(declaredValue(items));
    warnings.push(
      `The order has no items: customs will read "${items[0]?.description}" worth ${value}, without an HS code. Add its items before you buy the label.`,
    );
  } else warnings.push(...itemWarnings(items, isForeign(customsRegion(to))));
  if (exportCitation(to, items, itn) === undefined) {
    warnings.push(`${itnNeeded(items)} The label is refused without it.`);
  }
  return warnings;
}

function itemWarnings(items: readonly CustomsItem[], foreign: boolean): string[] {
  const named = (lacks: (item: CustomsItem) => boolean) => names(items.filter(lacks));
  const valuedAtZero = named(({ unitValue }) => unitValue === 0);
  const unclassified = foreign ? named(({ hsCode }) => hsCode === undefined) : '';
  const unplaced = named(({ originCountry }) => originCountry === undefined);
  return [
    valuedAtZero && `Declared as worth 0.00: ${valuedAtZero}. Customs want the real value of every item.`,
    unclassified &&
      `No HS code: ${unclassified}. At least six digits are wanted for goods sent abroad; without them customs may hold or return the parcel.`,
    unplaced && `No country of origin: ${unplaced}. The country that they are sent from is declared.`,
  ].filter((warning) => warning !== '');
}

const MAX_NAMED = 5;

function names(items: readonly CustomsItem[]): string {
  const shown = items.slice(0, MAX_NAMED).map(({ description }) => description);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
