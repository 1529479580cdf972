import { ORDER_STATUS_LABELS, orderStatusLabel } from '../../../values/order-status';

/** The REST name for the status of an order whose label was purchased, printed or not. */
const LABEL_PRINTED = 'Label Printed';
const LABELLED = ['PrintLabel', 'LabelPrinted'];

/** `orderStatus`: the display label of the status. @see [REST-O11] */
export const restOrderStatus = (status: string): string =>
  LABELLED.includes(status) ? LABEL_PRINTED : orderStatusLabel(status);

/** The status names that a filter means: it may be a name or an `orderStatus`, in any case. undefined for neither. */
export function statusesMeant(text: string): readonly string[] | undefined {
  const query = text.trim().toLowerCase();
  const names = Object.keys(ORDER_STATUS_LABELS);
  const shown = names.filter((name) => restOrderStatus(name).toLowerCase() === query);
  if (shown.length > 0) return shown;
  const named = names.find((name) => name.toLowerCase() === query);
  return named === undefined ? undefined : [named];
}

/** For the sentence that refuses other values. */
export const SHOWN_STATUSES = [...new Set(Object.keys(ORDER_STATUS_LABELS).map(restOrderStatus))];
