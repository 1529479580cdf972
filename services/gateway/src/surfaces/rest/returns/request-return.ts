import { ReturnStep } from '@parcelyard/contracts/orders';
import { returnStep } from './return-step';

/** @see ADR 130 */
export const requestReturn = returnStep({
  operationId: 'requestReturn',
  path: '/public/order/{id}/return',
  summary: 'Request the return of an order',
  description:
    'Requests the return of a delivered order, which then waits for its return label. Takes no body. A repeated request changes nothing.',
  step: ReturnStep.REQUEST,
  exampleStatus: 'Purchase return label',
  action: 'request_return',
});
