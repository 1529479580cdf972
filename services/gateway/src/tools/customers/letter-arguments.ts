import { text } from '../arguments/fields';

export const subject = () =>
  text('Subject, one line of at most 200 characters.', { max: 200 }).refine(
    (value) => !/[\p{Cc}\u2028\u2029]/u.test(value),
    'must be one line without control characters',
  );

export const body = () =>
  text('Plain text; blank lines part paragraphs. An unsubscribe link is added.', { max: 20_000 });
