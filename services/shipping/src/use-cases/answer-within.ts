import { within } from '@parcelyard/service-kit/within';
import { CarrierNoAnswer } from '../carriers/carrier-no-answer';

/** A carrier's answer. @throws CarrierNoAnswer after `ms` milliseconds; what was requested may still happen. */
export const answerWithin = <T>(ms: number, carrier: string, answer: Promise<T>): Promise<T> =>
  within(ms, answer, () => {
    throw new CarrierNoAnswer(carrier);
  });
