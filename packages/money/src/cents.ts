declare const brand: unique symbol;

/** A whole number of US cents. Inside the product, all money has this form. */
export type Cents = number & { readonly [brand]: 'Cents' };

/** @throws RangeError when the value is not a safe whole number */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError('Cents must be a safe whole number.');
  return (value === 0 ? 0 : value) as Cents;
}

export const ZERO = cents(0);
