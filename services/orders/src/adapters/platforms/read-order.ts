import { z } from 'zod';
import type { PlatformOrder } from '../../domain/platforms/platform';
import type { UnreadableOrder } from '../../ports';
import { UnreadableContent } from './unreadable-order';

/** Reads one order of a page, or says why it cannot be read. One malformed order must not block the others. */
export async function readOrder<S extends z.ZodType>(
  externalId: string,
  shape: S,
  answered: unknown,
  map: (order: z.infer<S>) => PlatformOrder | Promise<PlatformOrder>,
): Promise<PlatformOrder | UnreadableOrder> {
  try {
    return await map(shape.parse(answered));
  } catch (error) {
    if (error instanceof UnreadableContent) return { externalId, problem: error.message };
    if (error instanceof z.ZodError) {
      const path = error.issues[0]?.path.join('.') ?? '';
      return { externalId, problem: `The order cannot be read: ${path} is missing or of an unknown form.` };
    }
    // A RangeError means that an amount is not a decimal number, or is too high. Amounts from stores have the same
    // limits as amounts in the ledger.
    if (error instanceof RangeError) {
      return { externalId, problem: 'The order cannot be read: one of its amounts is no amount.' };
    }
    throw error;
  }
}
