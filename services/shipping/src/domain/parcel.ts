import type { Parcel } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';

const LENGTHS = ['length', 'width', 'height'] as const;

/** @throws DomainError invalid_argument with the field, its rule and the given value */
export function checkParcel(parcel: Parcel | undefined): Parcel {
  if (!parcel) throw new DomainError('invalid_argument', 'field_required', {}, { field: 'weight_oz' });
  const { weightOz, length, width, height } = parcel;
  positive('weight_oz', weightOz, 'ounces');
  const given = LENGTHS.filter((name) => parcel[name] !== undefined);
  if (given.length > 0 && given.length < LENGTHS.length) {
    const missing = LENGTHS.find((name) => parcel[name] === undefined) as string;
    throw new DomainError('invalid_argument', 'sides_not_together', {}, { field: missing });
  }
  for (const name of given) positive(name, parcel[name] as number, 'inches');
  return { weightOz, length, width, height };
}

function positive(name: string, value: number, unit: string): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new DomainError('invalid_argument', 'not_positive', { unit, got: String(value) }, { field: name });
}

export interface ShipmentOptions {
  readonly signatureRequired: boolean;
  readonly saturdayDelivery: boolean;
}
