import type { ShipmentRequest } from './carrier-port';

/** A seller rates all carriers in one call. Carriers that get the same request object use the result of one call. */
export function ratedOnce<T>(rate: (request: ShipmentRequest) => Promise<T>): typeof rate {
  const calls = new WeakMap<ShipmentRequest, Promise<T>>();
  return (request) => {
    const call = calls.get(request) ?? rate(request);
    calls.set(request, call);
    return call;
  };
}
