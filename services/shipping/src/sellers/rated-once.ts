import type { ShipmentRequest } from './carrier-port';

/**
 * Carriers that pass the same request object share one rating call, because a seller rates all its carriers in one
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
