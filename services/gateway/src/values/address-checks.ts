/** What people read about the result of an address check, and the tone of its badge. */
export const ADDRESS_CHECKS: Readonly<
  Record<string, readonly ['good' | 'neutral' | 'accent' | 'warn' | 'bad', string]>
> = {
  verified: ['good', 'Address verified'],
  plausible: ['neutral', 'Address plausible'],
  corrected: ['accent', 'Address corrected'],
  warning: ['warn', 'Check this address'],
  error: ['bad', 'Address not found'],
};
