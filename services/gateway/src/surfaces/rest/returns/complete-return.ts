import { ReturnStep } from '@parcelyard/contracts/orders';
import { returnStep } from './return-step';

/** @see ADR 130 */
export const completeReturn = returnStep({
  operationId: 'completeReturn',
  path: '/public/order/{id}/return/complete',
  summary: 'Complete a return',
  description:
    'Completes a received return, after you have settled it with the customer. Takes no body. A repeated request changes nothing.',
  step: ReturnStep.COMPLETE,
  exampleStatus: 'Return complete',
  action: 'complete_return',
});
