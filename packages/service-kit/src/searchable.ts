import { nameOrder } from './name-order';

/**
 * Returns one form for different spellings: case, accents and extra spaces are ignored. If the argument has this form
 * already, it is returned unchanged.
 */
export const searchable = (text: string): string =>
  nameOrder(text.normalize('NFD').replace(/\p{Mn}/gu, ''))
    .trim()
    .replace(/\s+/g, ' ');
