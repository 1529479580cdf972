import { type Cents, cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { PostalAddress } from '../address/postal-address';
import { type CustomsItem, declaredValue } from './customs-item';
import { customsRegion, isTerritory } from './customs-region';

/** Up to this value, goods of one kind may leave the US without a filing to the authorities (15 CFR 30.37(a)). */
const FILING_ABOVE = cents(250_000);
/** Goods to these countries always need a filing (15 CFR 758.1(b)). */
const ALWAYS_FILED = new Set(['CU', 'IR', 'KP', 'SY']);

/**
 * Returns the declaration's text about the filing: its number, or the rule that makes it unnecessary. Undefined when
 * the goods need a filing and no number was given.
 */
export function exportCitation(
  to: PostalAddress,
  items: readonly CustomsItem[],
  itn: string | undefined,
): string | undefined {
  if (itn) return `AES ${itn}`;
  const region = customsRegion(to);
  if (region === 'CA') return 'NOEEI 30.36';
  if (ALWAYS_FILED.has(region)) return undefined;
  if (dearestKind(items) <= FILING_ABOVE) return 'NOEEI 30.37(a)';
  return isTerritory(region) ? 'NOEEI 30.2(d)(2)' : undefined;
}

/**
 * Returns the value of the most valuable kind of goods. Goods with the same tariff number are of one kind. Goods
 * without a number may be of the most valuable kind, so their value is added to its value.
 */
function dearestKind(items: readonly CustomsItem[]): Cents {
  const kinds = new Map<string, CustomsItem[]>();
  for (const item of items) {
    const kind = item.hsCode ?? '';
    kinds.set(kind, [...(kinds.get(kind) ?? []), item]);
  }
  const unknown = declaredValue(kinds.get('') ?? []);
  kinds.delete('');
  return cents(unknown + Math.max(0, ...[...kinds.values()].map(declaredValue)));
}

/** Returns why a label to another country needs the number of a filing (ITN). */
export const itnNeeded = (items: readonly CustomsItem[]): string =>
  `These goods are declared at ${formatDollars(declaredValue(items))}. Goods of one kind above ${formatDollars(FILING_ABOVE)}, and any for Cuba, Iran, North Korea or Syria, leave the US only with an export filing (15 CFR 30.37(a)): file it in AESDirect and give its Internal Transaction Number as itn.`;

/** @throws DomainError invalid_argument */
export function checkItn(given: string | undefined): string | undefined {
  const text = (given ?? '').trim().toUpperCase();
  if (text === '') return undefined;
  const itn = text.replace(/^(?:AES)?\s*(?:ITN)?[:\s]*/, '');
  if (/^X\d{14}$/.test(itn)) return itn;
  throw new DomainError('invalid_argument', 'itn_malformed', { got: text.slice(0, 30) }, { field: 'itn' });
}
