import { LabelVoided } from '@parcelyard/contracts/events';
import { defineEvent } from './event-type';

/** Published by orders when a voided label was taken off its order. */
export const labelVoided = defineEvent('order.label_voided', LabelVoided);
