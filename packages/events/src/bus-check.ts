import { type Check, good } from '@parcelyard/service-kit/diagnosis/finding';
import type { Bus } from './bus';

/**
 * Checks whether events can be sent, how many copies of them are stored, and whether all services have the same stream.
 */
export const busCheck = (bus: Bus): Check => ({
  name: 'event bus',
  run: async () => {
    if (!bus.isConnected())
      throw new Error(
        'NATS cannot be reached at NATS_URL: events wait in the database until it can be reached again',
      );
    const { text, stream } = await bus.describe();
    return good(text, stream);
  },
});
