const EUROPE =
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK';
const ASIA_PACIFIC =
  'AU BD BN BT CN FJ HK ID IN JP KH KR LA LK MM MN MO MV MY NC NP NZ PF PG PH SG TH TL TW VN';

const COLUMN_OF = new Map<string, number>([
  ['CA', 0],
  ['MX', 1],
  ...EUROPE.split(' ').map((country): [string, number] => [country, 2]),
  ...ASIA_PACIFIC.split(' ').map((country): [string, number] => [country, 3]),
]);

/** Column of the international rate tables: Canada, Mexico, Europe, Asia-Pacific, the rest of the world. */
export const regionColumn = (country: string): number => COLUMN_OF.get(country.trim().toUpperCase()) ?? 4;
