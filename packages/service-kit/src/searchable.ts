import { nameOrder } from './name-order';

/**
 * Returns one form for different spellings: case, accents and extra spaces are ignored. The form of a text that already
 * has this form is the same text.
 */
export const searchable = (text: string): string =>
  nameOrder(text.normalize('NFD').replace(/\p{Mn}/gu, ''))
    .trim()
    .replace(/\s+/g, ' ');
