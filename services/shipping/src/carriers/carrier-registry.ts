import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Carrier } from './carrier-port';

export interface CarrierRegistry {
  readonly all: readonly Carrier[];
  /** External ids of the deployment's own accounts; absent: it names none, so that merchants can use none of theirs. */
  readonly accounts?: readonly string[] | undefined;
  /** @throws DomainError invalid_argument naming the carriers that exist */
  get(code: string): Carrier;
}

export function createCarrierRegistry(
  carriers: readonly Carrier[],
  accounts?: readonly string[],
): CarrierRegistry {
  const byCode = new Map(carriers.map((carrier) => [carrier.code, carrier]));
  return {
    all: carriers,
    accounts,
    get: (code) => {
      const carrier = byCode.get(code.trim().toLowerCase());
      if (carrier) return carrier;
      const params = { allowed: [...byCode.keys()], got: code };
      throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'carrier' });
    },
  };
}
