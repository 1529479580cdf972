import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Parcel } from './shipment';

const LENGTHS = ['length', 'width', 'height'] as const;

/** @throws DomainError invalid_argument that names the argument, its rule and the value got */
export function checkParcel(parcel: Parcel | undefined): Parcel {
  if (!parcel) throw DomainError.text('invalid_argument', 'weight_oz is required.', { field: 'weight_oz' });
  const { weightOz, length, width, height } = parcel;
  positive('weight_oz', weightOz, 'ounces');
  const given = LENGTHS.filter((name) => parcel[name] !== undefined);
  if (given.length > 0 && given.length < LENGTHS.length) {
    const missing = LENGTHS.find((name) => parcel[name] === undefined) as string;
    throw DomainError.text(
      'invalid_argument',
      `length, width and height must be given together, in inches, or not at all; ${missing} is missing.`,
      { field: missing },
    );
  }
  for (const name of given) positive(name, parcel[name] as number, 'inches');
  return { weightOz, length, width, height };
}

function positive(name: string, value: number, unit: string): void {
  if (Number.isFinite(value) && value > 0) return;
  throw DomainError.text('invalid_argument', `${name} must be more than 0 ${unit}; got ${value}.`, {
    field: name,
  });
}
