import type { Clock } from '@parcelyard/service-kit/clock';

/** A running clock that can be set to a moment. */
export interface TravellingClock extends Clock {
  travelTo(moment: Date): void;
}

export function createTravellingClock(moment: Date): TravellingClock {
  const listeners = new Set<() => void>();
  let setTo = moment.getTime();
  let setAt = performance.now();
  return {
    now: () => new Date(Math.round(setTo + performance.now() - setAt)),
    onSet: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    travelTo: (next) => {
      setTo = next.getTime();
      setAt = performance.now();
      for (const listener of listeners) listener();
    },
  };
}
