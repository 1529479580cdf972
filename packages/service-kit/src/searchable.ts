import { nameOrder } from './name-order';

/**
 * One form for different spellings: case, accents and extra spaces are ignored. The form of a form is the form itself.
 */
export const searchable = (text: string): string =>
  nameOrder(text.normalize('NFD').replace(/\p{Mn}/gu, ''))
    .trim()
    .replace(/\s+/g, ' ');
