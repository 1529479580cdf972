import type { Check } from '@parcelyard/service-kit/diagnosis/finding';
import type { Bus } from './bus';

/** Whether events can go out, and how many copies are kept of them. */
export const busCheck = (bus: Bus): Check => ({
  name: 'event bus',
  run: async () => {
    if (!bus.isConnected())
      throw new Error('NATS_URL is out of reach: events wait in the database until it is back');
    return bus.describe();
  },
});
