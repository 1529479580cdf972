import { CarrierNoAnswer } from './carrier-errors';

/** Runs a check after a refusal. When the check itself fails, the result is no answer, not a refusal. */
export async function certainly<T>(carrier: string, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof CarrierNoAnswer ? error : new CarrierNoAnswer(carrier, error);
  }
}
