import { ReturnStep } from '@parcelyard/contracts/orders';
import { returnStep } from './return-step';

/** @see ADR 130 */
export const receiveReturn = returnStep({
  operationId: 'receiveReturn',
  path: '/public/order/{id}/return/received',
  summary: 'Mark a return as received',
  description:
    'Marks the parcel as back, even if no carrier scanned it. Takes no body. A repeated request changes nothing.',
  step: ReturnStep.RECEIVE,
  exampleStatus: 'Return received',
  action: 'receive_return',
});
