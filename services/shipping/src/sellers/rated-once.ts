import type { ShipmentRequest } from './carrier-port';

/**
 * Wraps `rate`, so that the carriers of a seller share one call. The seller's answer contains the rates of all its
 * carriers. All carriers that pass the same request object get the answer of the same call.
 */
export function ratedOnce<T>(rate: (request: ShipmentRequest) => Promise<T>): typeof rate {
  const calls = new WeakMap<ShipmentRequest, Promise<T>>();
  return (request) => {
    const call = calls.get(request) ?? rate(request);
    calls.set(request, call);
    return call;
  };
}
