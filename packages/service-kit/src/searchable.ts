import { nameOrder } from './name-order';

/** One form for different spellings: case, accents and extra spaces do not count. Its own form is itself. */
export const searchable = (text: string): string =>
  nameOrder(text.normalize('NFD').replace(/\p{Mn}/gu, ''))
    .trim()
    .replace(/\s+/g, ' ');
