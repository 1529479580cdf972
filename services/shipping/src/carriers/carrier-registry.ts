import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Carrier } from './carrier-port';

export interface CarrierRegistry {
  readonly all: readonly Carrier[];
  /** @throws DomainError invalid_argument naming the carriers that exist */
  get(code: string): Carrier;
}

export function createCarrierRegistry(carriers: readonly Carrier[]): CarrierRegistry {
  const byCode = new Map(carriers.map((carrier) => [carrier.code, carrier]));
  return {
    all: carriers,
    get: (code) => {
      const carrier = byCode.get(code.trim().toLowerCase());
      if (carrier) return carrier;
      const params = { allowed: [...byCode.keys()], got: code };
      throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'carrier' });
    },
  };
}
