import { ORDER_STATUS_LABELS, orderStatusLabel } from '../../../values/order-status';

/** REST's name for the status after a label was bought, whether it is printed or not. */
const LABEL_PRINTED = 'Label Printed';
const LABELLED = ['PrintLabel', 'LabelPrinted'];

/**
 * Returns the status as REST shows it in `orderStatus`.
 * @see [REST-O11]
 */
export const restOrderStatus = (status: string): string =>
  LABELLED.includes(status) ? LABEL_PRINTED : orderStatusLabel(status);

/**
 * Returns the statuses that a filter's text means. The text may be the name of a status or an `orderStatus`, in upper
 * or lower case. Undefined for any other text.
 */
export function statusesMeant(text: string): readonly string[] | undefined {
  const query = text.trim().toLowerCase();
  const names = Object.keys(ORDER_STATUS_LABELS);
  const shown = names.filter((name) => restOrderStatus(name).toLowerCase() === query);
  if (shown.length > 0) return shown;
  const named = names.find((name) => name.toLowerCase() === query);
  return named === undefined ? undefined : [named];
}

/** The statuses that a refusal lists when a filter has an unknown status. */
export const SHOWN_STATUSES = [...new Set(Object.keys(ORDER_STATUS_LABELS).map(restOrderStatus))];
