import { CarrierNoAnswer } from '../carriers/carrier-no-answer';

/**
 * A carrier's answer, or `CarrierNoAnswer` after so many milliseconds. What was asked may still happen: a call cannot be
 * taken back.
 */
export function answerWithin<T>(ms: number, carrier: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CarrierNoAnswer(carrier)), ms);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
