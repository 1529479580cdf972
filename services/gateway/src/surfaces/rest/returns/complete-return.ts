import { ReturnStep } from '@parcelyard/contracts/orders';
import { returnStep } from './return-step';

/** @see ADR 130 */
export const completeReturn = returnStep({
  operationId: 'completeReturn',
  path: '/public/order/{id}/return/complete',
  summary: 'Complete a return',
  description: 'A received return is settled with the customer. Takes no body; repeating it changes nothing.',
  step: ReturnStep.COMPLETE,
  exampleStatus: 'Return complete',
  action: 'complete_return',
});
