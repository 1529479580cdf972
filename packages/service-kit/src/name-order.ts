/** Letters that people read as others though Unicode does not take them apart. */
const READ_AS: Readonly<Record<string, string>> = {
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

/**
 * The key by which names stand from A to Z as people read them: neither case nor accents count, so Éclair stands between
 * Eagle and Egg. It is stored, because the databases compare texts by their bytes. Its own key is itself.
 */
export const nameOrder = (name: string): string =>
  [...name.normalize('NFC')].map((letter) => plain(letter.toLowerCase())).join('');

/** Only Latin letters lose their accents: elsewhere, as in й, they make another letter. */
function plain(letter: string): string {
  const parts = letter.normalize('NFKD');
  return READ_AS[letter] ?? (/^[a-z]/.test(parts) ? parts.replace(ACCENT, '').toLowerCase() : letter);
}
