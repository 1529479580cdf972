import { regionCode } from '@parcelyard/service-kit/addresses/region-code';

/** Returns the two-letter code for a state's code or name; undefined for an unknown state. */
export const stateCode = (state: string): string | undefined => regionCode('US', state);

export const isMilitary = (state: string): boolean => ['AA', 'AE', 'AP'].includes(state.toUpperCase());

/** True for states and territories outside the mainland. All carriers except USPS charge more there. */
export const isOffMainland = (state: string): boolean =>
  ['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP', 'PW', 'FM', 'MH'].includes(state.toUpperCase());
