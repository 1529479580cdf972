/** Letters that people sort like other letters, such as ø like o. Unicode does not decompose them. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

const ACCENT = /[\u0300-\u036f]/g;
const ACCENTS_OF_LATIN = /([a-z])[\u0300-\u036f]+/g;

/**
 * Returns the key by which names are sorted from A to Z as people read them. Case and accents are ignored, so Éclair
 * comes between Eagle and Egg. The key is stored, because the databases compare texts by their bytes. If the argument
 * is such a key already, it is returned unchanged.
 */
export const nameOrder = (name: string): string =>
  [...name.normalize('NFC')]
    .map((letter) => plain(letter.toLowerCase()))
    .join('')
    // Unicode has no single character for a letter with two accents, such as ọ̀, so an accent still follows it here.
    .replace(ACCENTS_OF_LATIN, '$1');

/** Removes accents from Latin letters only. In other scripts, a letter with an accent is another letter, such as й. */
function plain(letter: string): string {
  const parts = letter.normalize('NFKD');
  return (
    LETTER_REPLACEMENTS[letter] ?? (/^[a-z]/.test(parts) ? parts.replace(ACCENT, '').toLowerCase() : letter)
  );
}
