import { nameOrder } from './name-order';

/**
 * Returns the same text for different spellings: case, accents and extra spaces are ignored. A text that already has
 * this form is returned unchanged.
 */
export const searchable = (text: string): string =>
  nameOrder(text.normalize('NFD').replace(/\p{Mn}/gu, ''))
    .trim()
    .replace(/\s+/g, ' ');
