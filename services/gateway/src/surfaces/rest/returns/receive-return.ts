import { ReturnStep } from '@parcelyard/contracts/orders';
import { returnStep } from './return-step';

/** @see ADR 130 */
export const receiveReturn = returnStep({
  operationId: 'receiveReturn',
  path: '/public/order/{id}/return/received',
  summary: 'Mark a return as received',
  description:
    'The parcel is back, also where no carrier scanned it. Takes no body; repeating it changes nothing.',
  step: ReturnStep.RECEIVE,
  exampleStatus: 'Return received',
  action: 'receive_return',
});
