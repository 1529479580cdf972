import { ORDER_STATUS_LABELS, orderStatusLabel } from '../../../operations/order-status';

/** What the REST specification calls an order whose label was purchased, whether or not it has been printed. */
const LABEL_PRINTED = 'Label Printed';
const LABELLED = ['PrintLabel', 'LabelPrinted'];

/** `orderStatus`: the label of the status. @see REST specification, "States and transitions" */
export const restOrderStatus = (status: string): string =>
  LABELLED.includes(status) ? LABEL_PRINTED : orderStatusLabel(status);

/** The status names that a filter means: a name, or what `orderStatus` shows, in any case; undefined for neither. */
export function statusesMeant(text: string): readonly string[] | undefined {
  const wanted = text.trim().toLowerCase();
  const names = Object.keys(ORDER_STATUS_LABELS);
  const shown = names.filter((name) => restOrderStatus(name).toLowerCase() === wanted);
  if (shown.length > 0) return shown;
  const named = names.find((name) => name.toLowerCase() === wanted);
  return named === undefined ? undefined : [named];
}

/** For the sentence that refuses anything else. */
export const SHOWN_STATUSES = [...new Set(Object.keys(ORDER_STATUS_LABELS).map(restOrderStatus))];
