import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fullName } from './customer';
import { singleLine } from './mailbox';

interface Letter {
  subject: string;
  body: string;
}

/** The values of `{{first_name}}` and `{{last_name}}` in a letter. */
export interface Person {
  firstName: string;
  lastName: string;
}

const FIELDS = { first_name: 'firstName', last_name: 'lastName' } as const;

/** A merge field with the space before it. When the customer has no name, both are removed. */
const FIELD = /([ \t]?)\{\{ ?(first_name|last_name) ?\}\}/g;
/**
 * Marks the place where a name was left out, until the text is complete. No letter can contain this mark, because
 * `checkMergeFields` refuses it.
 */
const LEFT_OUT = '{{}}';
/** The mark at the beginning of a line, with the space after the mark. Both are removed. */
const LEFT_OUT_FIRST = /^(?:\{\{\}\})+[ \t]?/gm;
const ALLOWED = Object.keys(FIELDS).map((name) => `{{${name}}}`);
const MAX_SHOWN = 40;

/** @throws DomainError invalid_argument for an unknown `{{…}}` field, and for a `{{` without an end */
export function checkMergeFields(letter: Letter): void {
  for (const field of ['subject', 'body'] as const) {
    const rest = letter[field].replace(FIELD, '');
    const start = rest.indexOf('{{');
    if (start < 0) continue;
    const end = rest.indexOf('}}', start);
    const got = (end < 0 ? rest.slice(start) : rest.slice(start, end + 2)).slice(0, MAX_SHOWN);
    const params = { got: singleLine(got), allowed: ALLOWED };
    throw new DomainError('invalid_argument', 'merge_field_unknown', params, { field });
  }
}

/** Returns the letter for this person. A placeholder name is left out together with the space before it. */
export function fillIn({ subject, body }: Letter, person: Person): Letter {
  const names = known(person);
  const filled = (text: string) =>
    text
      .replace(FIELD, (_match, blank: string, name: keyof typeof FIELDS) => {
        const value = names[FIELDS[name]];
        return value === '' ? LEFT_OUT : `${blank}${value}`;
      })
      .replace(LEFT_OUT_FIRST, '')
      .replaceAll(LEFT_OUT, '');
  return { subject: filled(subject).trim(), body: filled(body).trim() };
}

/** Texts that mean "no name", as first, last or full name. @see [MCP-C12] */
const PLACEHOLDERS = new Set(['', '-', 'n/a', 'none', 'unknown', 'guest', 'no name']);
export const isPlaceholderName = (name: string): boolean => PLACEHOLDERS.has(name.trim().toLowerCase());

function known(person: Person): Person {
  if (isPlaceholderName(fullName(person))) return { firstName: '', lastName: '' };
  const part = (name: string) => (isPlaceholderName(name) ? '' : singleLine(name));
  return { firstName: part(person.firstName), lastName: part(person.lastName) };
}
