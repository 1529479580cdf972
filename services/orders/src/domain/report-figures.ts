import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import type { Order } from './order';
import { boughtLabels, destinationState, refundOf } from './order-label';
import { isLive } from './order-status';

/** Numbers by path, such as `spend|postage` or `tax|TX|orders`. */
export type Figures = Record<string, number>;
/** Figures by day, YYYY-MM-DD. */
export type DayFigures = Map<string, Figures>;

type DayOf = (at: Date) => string;

/** Returns a function that gives the day of an instant in this time zone. */
export const daysOf =
  (timeZone: string): DayOf =>
  (at) =>
    dayIn(at, timeZone);

/**
 * Returns what one order adds to the reports of its account. When the order changes, the difference between the new and
 * the old figures is added to the reports.
 * @param dayOf returns the day of an instant
 */
export function figuresOf(order: Order, dayOf: DayOf): DayFigures {
  const figures: DayFigures = new Map();
  const add = (at: Date, path: readonly string[], number: number) =>
    addTo(figures, dayOf(at), { [pathKey(path)]: number });

  for (const label of boughtLabels(order)) {
    const { carrier, serviceLevel, method, state, postageCents, feeCents, insuranceCents, isReturn } = label;
    const costCents = postageCents + feeCents + insuranceCents;
    add(label.purchasedAt, ['spend', 'labels'], 1);
    add(label.purchasedAt, ['spend', 'postage'], postageCents);
    add(label.purchasedAt, ['spend', 'fees'], feeCents);
    add(label.purchasedAt, ['spend', 'insurance'], insuranceCents);
    const volumes = [
      ['carrier', carrier],
      ['service', carrier, serviceLevel, method],
      // Figures by ship-to state do not count return labels.
      ...(isReturn ? [] : [['state', state]]),
    ];
    for (const path of volumes) {
      add(label.purchasedAt, [...path, 'labels'], 1);
      add(label.purchasedAt, [...path, 'cost'], costCents);
    }
    for (const { at, cents } of label.adjustments ?? [])
      for (const path of [['spend'], ...volumes]) add(at, [...path, 'adjustments'], cents);
    // Specification, money rule 9: a void returns everything except the fee. The refund counts on the day on which the
    // money is back on the balance. Postage that the carrier bills directly counts as refunded on the same day.
    const refundCents = postageCents + insuranceCents;
    if (label.refundedAt) {
      for (const path of [['spend'], ...volumes]) add(label.refundedAt, [...path, 'refunds'], refundCents);
    } else if (label.voidedAt) {
      add(label.voidedAt, ['pending', 'labels'], 1);
      add(label.voidedAt, ['pending', 'refunds'], refundOf(label));
    }
  }
  addDelivery(order, add, dayOf);
  if (isLive(order.status) && order.status !== 'Refunded') {
    const state = destinationState(order);
    add(order.date, ['tax', state, 'orders'], 1);
    add(order.date, ['tax', state, 'taxable'], order.subtotalCents);
    add(order.date, ['tax', state, 'tax'], order.taxCents);
  }
  return figures;
}

type Add = (at: Date, path: readonly string[], number: number) => void;

function addDelivery({ deliveredDate, label }: Order, add: Add, dayOf: DayOf): void {
  if (!deliveredDate || !label) return;
  const seconds = Math.max(0, Math.round((deliveredDate.getTime() - label.purchasedAt.getTime()) / 1000));
  add(deliveredDate, ['delivery', 'count'], 1);
  add(deliveredDate, ['delivery', 'seconds'], seconds);
  const promised = label.estimatedDeliveryDate;
  if (promised === undefined) return;
  add(deliveredDate, ['delivery', 'promised'], 1);
  add(deliveredDate, ['delivery', 'onTime'], dayOf(deliveredDate) <= promised ? 1 : 0);
}

/** Returns what a change adds to each day's figures. Unchanged days and zeros are left out. */
export function difference(before: DayFigures, after: DayFigures): DayFigures {
  const changed: DayFigures = new Map();
  for (const [day, figures] of after) addTo(changed, day, figures);
  for (const [day, figures] of before) addTo(changed, day, figures, -1);
  return withoutZeros(changed);
}

/** Adds the figures to one day of `sum`. */
export function addTo(sum: DayFigures, day: string, figures: Figures, times = 1): void {
  const kept = sum.get(day) ?? {};
  for (const [key, number] of Object.entries(figures)) kept[key] = (kept[key] ?? 0) + times * number;
  sum.set(day, kept);
}

export function withoutZeros(sum: DayFigures): DayFigures {
  const days = [...sum].map(([day, figures]): [string, Figures] => [
    day,
    Object.fromEntries(Object.entries(figures).filter(([, number]) => number !== 0)),
  ]);
  return new Map(days.filter(([, figures]) => Object.keys(figures).length > 0));
}

/** Joins the path into one text. The text has no dots, because it becomes the name of a field in a document. */
const pathKey = (path: readonly string[]): string =>
  path.map((part) => encodeURIComponent(part).replaceAll('.', '%2E')).join('|');

export const pathOf = (key: string): string[] => key.split('|').map(decodeURIComponent);
