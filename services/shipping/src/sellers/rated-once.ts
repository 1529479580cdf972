import type { ShipmentRequest } from './carrier-port';

/**
 * Returns `rate` so that carriers share its answer. A seller returns the rates of all its carriers in one call, and
 * carriers that get the same request object share this call.
 */
export function ratedOnce<T>(rate: (request: ShipmentRequest) => Promise<T>): typeof rate {
  const calls = new WeakMap<ShipmentRequest, Promise<T>>();
  return (request) => {
    const call = calls.get(request) ?? rate(request);
    calls.set(request, call);
    return call;
  };
}
