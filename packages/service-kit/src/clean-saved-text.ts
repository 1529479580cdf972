/** Matches a text that may contain characters to remove. Most texts contain none and are returned unchanged. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/**
 * Cleans every text of an outside message before it is saved: removes control characters (line breaks stay in notes),
 * characters that change the text direction, and invisible copies of letters. People and language models then read the
 * same text.
 * @see docs/adr/0106-untrusted-text.md
 * @param lines names of the members that may have several lines
 */
export const cleanSavedText = <Message>(message: Message, lines: ReadonlySet<string> = NONE): Message =>
  cleaned(message, false, lines) as Message;

const NONE: ReadonlySet<string> = new Set();

/**
 * Cleans a message in which every text may have line breaks. Used for answers, because answers also contain texts that
 * are not cleaned when they are saved, such as a carrier's message.
 */
export const cleanShownText = <Message>(message: Message): Message => cleaned(message, true, NONE) as Message;

function cleaned(value: unknown, ofLines: boolean, lines: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return cleanText(value, ofLines);
  if (Array.isArray(value)) return value.map((each) => cleaned(each, ofLines, lines));
  if (typeof value !== 'object' || value === null || !isMessage(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cleaned(member, ofLines || lines.has(name), lines)]),
  );
}

/** True for a plain object. Dates and bytes are excluded. */
const isMessage = (value: object): boolean => Object.prototype.toString.call(value) === '[object Object]';

function cleanText(text: string, ofLines: boolean): string {
  if (!UNSEEN.test(text)) return text;
  const lines = text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n').replace(/\t/g, ' ');
  return (ofLines ? lines : lines.replace(/\n+/g, ' '))
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(DIRECTION, '')
    .replace(TAGS, (_, flag: string | undefined) => flag ?? '');
}

/**
 * Characters that set the direction of the texts after them, and their end marks. Three marks stay (U+061C, U+200E,
 * U+200F): right-to-left text needs them, and they move only the punctuation next to them.
 */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Tag characters: invisible to people, but letters to a language model. Only flag emoji, such as Scotland's, need them.
 */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
