import { cents } from '@parcelyard/money/cents';
import { groupDigits } from '../../domain/labels/label-job';
import type { RateTable } from '../../domain/rating/rate-table';
import { KNOWN_CARRIERS, knownService } from '../known-carriers';
import type { SandboxDeclaration } from './sandbox-declaration';

const carrier = KNOWN_CARRIERS.ups;

// Invented prices of the sandbox, in cents, by zone 1–9 or by region.

const ground: RateTable = {
  poundRows: [
    [1, 862, 884, 921, 967, 1014, 1065, 1118, 1182, 1690],
    [2, 918, 947, 1000, 1062, 1124, 1190, 1262, 1348, 1960],
    [3, 968, 1004, 1072, 1150, 1228, 1310, 1400, 1508, 2220],
    [5, 1060, 1110, 1204, 1314, 1424, 1540, 1666, 1816, 2720],
    [10, 1270, 1352, 1508, 1690, 1876, 2074, 2290, 2546, 3940],
    [20, 1650, 1790, 2062, 2384, 2716, 3074, 3468, 3936, 6280],
    [30, 2010, 2204, 2588, 3048, 3524, 4042, 4610, 5288, 8540],
    [50, 2700, 2996, 3600, 4330, 5088, 5918, 6826, 7914, 12900],
    [70, 3360, 3754, 4570, 5562, 6594, 7730, 8970, 10462, 17150],
    [100, 4300, 4840, 5970, 7350, 8790, 10380, 12110, 14200, 23400],
    [150, 5800, 6580, 8230, 10260, 12380, 14720, 17280, 20370, 33700],
  ],
};

const secondDayAir: RateTable = {
  poundRows: [
    [1, 1480, 1510, 1590, 1720, 1880, 2060, 2230, 2440, 3380],
    [2, 1590, 1630, 1740, 1920, 2140, 2390, 2630, 2920, 4100],
    [3, 1700, 1750, 1890, 2120, 2400, 2720, 3030, 3400, 4820],
    [5, 1910, 1990, 2190, 2520, 2920, 3380, 3830, 4360, 6260],
    [10, 2410, 2560, 2920, 3500, 4200, 5000, 5790, 6720, 9800],
    [20, 3350, 3650, 4320, 5400, 6700, 8180, 9650, 11380, 16750],
    [30, 4240, 4680, 5660, 7240, 9130, 11290, 13430, 15960, 23600],
    [50, 5960, 6660, 8250, 10830, 13920, 17440, 20940, 25060, 37200],
    [70, 7620, 8580, 10780, 14360, 18650, 23540, 28390, 34110, 50700],
    [100, 10050, 11400, 14500, 19600, 25700, 32600, 39500, 47600, 70900],
    [150, 14000, 16000, 20600, 28200, 37300, 47600, 57900, 70000, 104500],
  ],
};

const nextDayAir: RateTable = {
  poundRows: [
    [1, 2890, 2980, 3190, 3560, 3990, 4360, 4650, 5010, 6350],
    [2, 3060, 3190, 3460, 3940, 4500, 4990, 5390, 5880, 7560],
    [3, 3230, 3400, 3730, 4320, 5010, 5620, 6130, 6750, 8770],
    [5, 3560, 3810, 4260, 5070, 6020, 6870, 7600, 8480, 11180],
    [10, 4350, 4800, 5560, 6910, 8490, 9940, 11220, 12770, 17150],
    [20, 5840, 6700, 8120, 10540, 13390, 16040, 18440, 21330, 29000],
    [30, 7260, 8530, 10600, 14090, 18220, 22070, 25590, 29820, 40700],
    [50, 9980, 12080, 15430, 21060, 27700, 33950, 39710, 46620, 64000],
    [70, 12600, 15510, 20150, 27880, 37000, 45640, 53640, 63220, 87100],
    [100, 16400, 20500, 27050, 37900, 50700, 62900, 74300, 87900, 121500],
    [150, 22600, 28700, 38300, 54300, 73200, 91300, 108300, 128500, 178000],
  ],
};

const worldwideSaver: RateTable = {
  poundRows: [
    [1, 4980, 5560, 6450, 6890, 7980],
    [2, 5480, 6150, 7320, 7890, 9250],
    [5, 6870, 7800, 9680, 10650, 12700],
    [10, 8950, 10280, 13250, 14900, 18050],
    [20, 12700, 14800, 19850, 22800, 28000],
    [50, 23200, 27500, 38600, 45300, 56300],
    [150, 57000, 68500, 99500, 119000, 149500],
  ],
};

export const upsDeclaration: SandboxDeclaration = {
  ...carrier,
  services: [
    {
      ...knownService(carrier, 'ups_ground'),
      table: ground,
      retailBasisPoints: 17_500,
      fuelBasisPoints: 850,
      days: [1, 1, 2, 3, 3, 4, 4, 5, 8],
      guaranteed: false,
      signature: cents(415),
      saturday: 'unavailable',
      trackingCode: '03',
      emblem: 'GND',
    },
    {
      ...knownService(carrier, 'ups_2nd_day_air'),
      table: secondDayAir,
      retailBasisPoints: 16_800,
      fuelBasisPoints: 975,
      days: [2, 2, 2, 2, 2, 2, 2, 2, 4],
      guaranteed: true,
      signature: cents(415),
      saturday: cents(1_600),
      trackingCode: '02',
      emblem: '2',
    },
    {
      ...knownService(carrier, 'ups_next_day_air'),
      table: nextDayAir,
      retailBasisPoints: 16_200,
      fuelBasisPoints: 975,
      days: [1, 1, 1, 1, 1, 1, 1, 1, 3],
      guaranteed: true,
      signature: cents(415),
      saturday: cents(1_600),
      trackingCode: '01',
      emblem: '1',
    },
    {
      ...knownService(carrier, 'ups_worldwide_saver'),
      table: worldwideSaver,
      retailBasisPoints: 15_500,
      fuelBasisPoints: 1_100,
      days: [2, 2, 3, 3, 5],
      guaranteed: true,
      signature: cents(415),
      saturday: 'unavailable',
      trackingCode: '65',
      emblem: '1P',
    },
  ],
  dimensional: { divisor: 139, aboveCubicInches: 0 },
  maxLengthPlusGirth: 165,
  residentialSurcharge: cents(385),
  remoteAreaSurcharge: cents(1_250),
  oversize: [
    { longestOver: 48, charge: cents(1_450) },
    { secondLongestOver: 30, charge: cents(1_450) },
    { lengthPlusGirthOver: 105, charge: cents(1_450) },
    { longestOver: 96, charge: cents(9_800) },
    { lengthPlusGirthOver: 130, charge: cents(9_800) },
  ],
  deliversToPoBoxes: false,
  deliversToMilitary: false,
  worksOnSaturdays: false,
  qrLabels: false,
  rawLabels: true,
  trackingNumber: ({ serial, service }) => upsTrackingNumber(service.trackingCode, serial),
  barcode: ({ trackingNumber, zip, serviceCode }) => ({
    linear: { symbology: 'code128', text: trackingNumber },
    matrix: { symbology: 'maxicode', text: `${trackingNumber} ${zip} ${serviceCode}` },
    caption: 'TRACKING #',
    humanNumber: groupDigits(trackingNumber, [2, 3, 3, 2, 4, 4]),
  }),
};

/** Returns 18 characters: `1Z`, shipper number, service, serial number and check digit. */
export function upsTrackingNumber(serviceCode: string, serial: number): string {
  // The serial number has seven digits, so the shipper number changes after ten million labels.
  const shipper = `PY${String(Math.floor(serial / 1e7) % 1e4).padStart(4, '0')}`;
  const body = `${shipper}${serviceCode}${String(serial % 1e7).padStart(7, '0')}`;
  return `1Z${body}${upsCheckDigit(body)}`;
}

/**
 * The check digit of the 15 characters after `1Z`. A letter counts A = 2, B = 3 …; every second value is doubled;
 * modulo 10.
 */
export function upsCheckDigit(body: string): number {
  const sum = [...body].reduce((total, character, position) => {
    const value = /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10;
    return total + (position % 2 === 0 ? value : 2 * value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
