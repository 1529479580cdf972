import anyAscii from 'any-ascii';

/**
 * Changes a text so that a label can show it. The label's fonts have only the characters of Windows-1252, and carriers
 * sort only by Latin letters. So other letters become Latin (`Łódź` → `Lódz`, `東京` → `DongJing`), control characters
 * become spaces, and emoji are removed.
 */
export function printableText(text: string): string {
  const written = text.normalize('NFC').replace(PICTURES, '');
  const printable = [...written].map((character) =>
    inWindows1252(character) ? character : anyAscii(character),
  );
  return printable
    .join('')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Matches emoji with all their parts, but not ©, ® and ™. */
const PICTURES =
  /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu;

const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

const inWindows1252 = (character: string): boolean => {
  const code = character.codePointAt(0) as number;
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || BEYOND_LATIN_1.has(character);
};
