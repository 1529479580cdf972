import { ReturnStep } from '@parcelyard/contracts/orders';
import { returnStep } from './return-step';

/** @see ADR 130 */
export const requestReturn = returnStep({
  operationId: 'requestReturn',
  path: '/public/order/{id}/return',
  summary: 'Ask for the return of an order',
  description:
    'A delivered order waits for its return label from then on. Takes no body; repeating it changes nothing.',
  step: ReturnStep.REQUEST,
  exampleStatus: 'Purchase return label',
  action: 'request_return',
});
