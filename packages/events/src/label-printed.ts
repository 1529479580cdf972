import { LabelPrinted } from '@parcelyard/contracts/events';
import { defineEvent } from './event-type';

/** Published by orders when a label was marked printed and its customer is to be told. */
export const labelPrinted = defineEvent('order.label_printed', LabelPrinted);
