/**
 * Writes a street line in the form of USPS: upper case, no punctuation, short forms such as ST, N and APT (USPS
 * Publication 28).
 */
export function standardStreet(line: string): string {
  const words = line
    .toUpperCase()
    .replace(/\bP\.?\s*O\.?\s*BOX\b/g, 'PO BOX')
    .replace(/#\s*/g, ' # ')
    .replace(/[.,;]/g, ' ')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.map((word, position) => standardWord(word, words, position)).join(' ');
}

export const isPoBox = (line: string): boolean => /^PO BOX\b/.test(standardStreet(line));

function standardWord(word: string, words: readonly string[], position: number): string {
  // A word such as NORTH or UNIT is the street's name when it is the line's first word and a suffix follows: "NORTH ST"
  // is a street called North.
  const unit = UNITS[word];
  if (unit && position < words.length - 1 && (position > 0 || !SUFFIXES[words[1] ?? ''])) return unit;
  const direction = DIRECTIONS[word];
  if (direction && isDirectionHere(words, position)) return direction;
  const suffix = SUFFIXES[word];
  if (suffix && isSuffixHere(words, position)) return suffix;
  return word;
}

/**
 * Returns whether a word such as EAST is a direction and not a name: after the house number or after the suffix, as in
 * "500 EAST 7TH STREET" and "12 MAIN STREET NORTH".
 */
function isDirectionHere(words: readonly string[], position: number): boolean {
  const before = words[position - 1];
  const after = words[position + 1];
  if (before === undefined) return false;
  const leads = /^\d/.test(before) && after !== undefined && SUFFIXES[after] === undefined;
  return leads || SUFFIXES[before] !== undefined;
}

/**
 * Returns whether a word such as STREET is the suffix and not part of the name. The suffix is the last such word before
 * a unit, a direction or the end.
 */
function isSuffixHere(words: readonly string[], position: number): boolean {
  if (position === 0) return false;
  const rest = words.slice(position + 1);
  const end = rest.findIndex((word) => UNITS[word] !== undefined || word === '#');
  const sameLine = end < 0 ? rest : rest.slice(0, end);
  return sameLine.every((word) => DIRECTIONS[word] !== undefined);
}

const withShortForms = (table: Record<string, string>): Record<string, string> => ({
  ...table,
  ...Object.fromEntries(Object.values(table).map((short) => [short, short])),
});

const DIRECTIONS = withShortForms({
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
});

const UNITS = withShortForms({
  APARTMENT: 'APT',
  SUITE: 'STE',
  UNIT: 'UNIT',
  FLOOR: 'FL',
  ROOM: 'RM',
  BUILDING: 'BLDG',
  DEPARTMENT: 'DEPT',
  LOT: 'LOT',
  TRAILER: 'TRLR',
  SPACE: 'SPC',
});

const SUFFIXES = withShortForms({
  ALLEY: 'ALY',
  AVENUE: 'AVE',
  AV: 'AVE',
  BEND: 'BND',
  BOULEVARD: 'BLVD',
  BRIDGE: 'BRG',
  CAUSEWAY: 'CSWY',
  CIRCLE: 'CIR',
  COURT: 'CT',
  COVE: 'CV',
  CREEK: 'CRK',
  CRESCENT: 'CRES',
  CROSSING: 'XING',
  DRIVE: 'DR',
  EXPRESSWAY: 'EXPY',
  EXTENSION: 'EXT',
  FREEWAY: 'FWY',
  GARDENS: 'GDNS',
  GLEN: 'GLN',
  GROVE: 'GRV',
  HEIGHTS: 'HTS',
  HIGHWAY: 'HWY',
  HILL: 'HL',
  HILLS: 'HLS',
  HOLLOW: 'HOLW',
  ISLAND: 'IS',
  JUNCTION: 'JCT',
  LAKE: 'LK',
  LANDING: 'LNDG',
  LANE: 'LN',
  LOOP: 'LOOP',
  MANOR: 'MNR',
  MEADOWS: 'MDWS',
  MOUNTAIN: 'MTN',
  PARKWAY: 'PKWY',
  PASS: 'PASS',
  PATH: 'PATH',
  PIKE: 'PIKE',
  PLACE: 'PL',
  PLAZA: 'PLZ',
  POINT: 'PT',
  RIDGE: 'RDG',
  ROAD: 'RD',
  ROUTE: 'RTE',
  ROW: 'ROW',
  SQUARE: 'SQ',
  STATION: 'STA',
  STREET: 'ST',
  SUMMIT: 'SMT',
  TERRACE: 'TER',
  TRACE: 'TRCE',
  TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
  VALLEY: 'VLY',
  VIEW: 'VW',
  VILLAGE: 'VLG',
  VISTA: 'VIS',
  WALK: 'WALK',
  WAY: 'WAY',
});
