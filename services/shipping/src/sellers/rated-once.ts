import type { ShipmentRequest } from './carrier-port';

/**
 * A seller returns the rates of all its carriers in one call. Carriers that get the same request object share this
 * call.
 */
export function ratedOnce<T>(rate: (request: ShipmentRequest) => Promise<T>): typeof rate {
  const calls = new WeakMap<ShipmentRequest, Promise<T>>();
  return (request) => {
    const call = calls.get(request) ?? rate(request);
    calls.set(request, call);
    return call;
  };
}
