import { cents } from '@parcelyard/money/cents';
import { groupDigits } from '../../domain/labels/label-job';
import type { RateTable } from '../../domain/rating/rate-table';
import { KNOWN_CARRIERS, knownService } from '../known-carriers';
import type { SandboxDeclaration } from './sandbox-declaration';

const carrier = KNOWN_CARRIERS.fedex;

// Invented prices of the sandbox, in cents, by zone 1–9.

const groundEconomy: RateTable = {
  poundRows: [
    [1, 742, 756, 781, 812, 846, 884, 926, 975, 1480],
    [2, 798, 817, 852, 896, 943, 996, 1054, 1121, 1740],
    [3, 848, 872, 918, 974, 1034, 1102, 1176, 1262, 1990],
    [5, 938, 973, 1042, 1124, 1212, 1310, 1416, 1540, 2480],
    [10, 1140, 1205, 1335, 1486, 1648, 1826, 2018, 2242, 3660],
    [20, 1520, 1640, 1884, 2166, 2468, 2800, 3158, 3576, 5950],
    [30, 1880, 2054, 2412, 2826, 3270, 3756, 4280, 4892, 8190],
    [50, 2560, 2840, 3430, 4112, 4842, 5640, 6500, 7504, 12600],
    [70, 3200, 3590, 4420, 5370, 6390, 7500, 8700, 10100, 16900],
  ],
};

const twoDay: RateTable = {
  poundRows: [
    [1, 1395, 1428, 1512, 1650, 1812, 1990, 2160, 2370, 3290],
    [2, 1500, 1545, 1660, 1840, 2060, 2305, 2545, 2835, 4000],
    [3, 1605, 1662, 1808, 2030, 2308, 2620, 2930, 3300, 4710],
    [5, 1812, 1895, 2100, 2410, 2804, 3250, 3700, 4230, 6130],
    [10, 2290, 2440, 2800, 3360, 4040, 4820, 5600, 6530, 9600],
    [20, 3190, 3490, 4150, 5190, 6450, 7900, 9350, 11080, 16450],
    [30, 4050, 4490, 5440, 6970, 8800, 10920, 13030, 15550, 23200],
    [50, 5700, 6400, 7950, 10450, 13450, 16900, 20340, 24450, 36700],
    [70, 7300, 8250, 10400, 13870, 18050, 22830, 27600, 33300, 50100],
    [100, 9650, 10980, 14000, 18950, 24900, 31700, 38450, 46500, 70100],
    [150, 13450, 15400, 19900, 27300, 36200, 46300, 56400, 68400, 103400],
  ],
};

const standardOvernight: RateTable = {
  poundRows: [
    [1, 2740, 2830, 3040, 3390, 3800, 4160, 4450, 4800, 6150],
    [2, 2900, 3030, 3300, 3760, 4300, 4780, 5180, 5660, 7350],
    [3, 3060, 3230, 3560, 4130, 4800, 5400, 5910, 6520, 8550],
    [5, 3380, 3620, 4070, 4850, 5780, 6610, 7340, 8210, 10930],
    [10, 4140, 4570, 5320, 6620, 8170, 9590, 10860, 12390, 16800],
    [20, 5570, 6400, 7790, 10130, 12920, 15520, 17890, 20750, 28500],
    [30, 6930, 8160, 10180, 13560, 17600, 21390, 24870, 29050, 40100],
    [50, 9540, 11570, 14830, 20290, 26800, 32950, 38650, 45500, 63200],
    [70, 12060, 14870, 19380, 26880, 35830, 44330, 52250, 61750, 86100],
    [100, 15700, 19650, 26050, 36550, 49150, 61150, 72450, 85950, 120300],
    [150, 21650, 27550, 36900, 52450, 71000, 88900, 105700, 125900, 176500],
  ],
};

export const fedexDeclaration: SandboxDeclaration = {
  ...carrier,
  services: [
    {
      ...knownService(carrier, 'fedex_ground_economy'),
      table: groundEconomy,
      retailBasisPoints: 16_000,
      fuelBasisPoints: 825,
      days: [2, 3, 4, 5, 5, 6, 7, 7, 10],
      guaranteed: false,
      signature: 'unavailable',
      saturday: 'unavailable',
      trackingCode: '92',
      emblem: 'ECO',
    },
    {
      ...knownService(carrier, 'fedex_2day'),
      table: twoDay,
      retailBasisPoints: 16_500,
      fuelBasisPoints: 950,
      days: [2, 2, 2, 2, 2, 2, 2, 2, 4],
      guaranteed: true,
      signature: cents(400),
      saturday: cents(1_600),
      trackingCode: '03',
      emblem: '2D',
    },
    {
      ...knownService(carrier, 'fedex_standard_overnight'),
      table: standardOvernight,
      retailBasisPoints: 15_900,
      fuelBasisPoints: 950,
      days: [1, 1, 1, 1, 1, 1, 1, 1, 3],
      guaranteed: true,
      signature: cents(400),
      saturday: 'unavailable',
      trackingCode: '05',
      emblem: 'ON',
    },
  ],
  dimensional: { divisor: 139, aboveCubicInches: 0 },
  maxLengthPlusGirth: 165,
  residentialSurcharge: cents(365),
  remoteAreaSurcharge: cents(1_180),
  oversize: [
    { longestOver: 48, charge: cents(1_380) },
    { secondLongestOver: 30, charge: cents(1_380) },
    { lengthPlusGirthOver: 105, charge: cents(1_380) },
    { longestOver: 96, charge: cents(9_500) },
    { lengthPlusGirthOver: 130, charge: cents(9_500) },
  ],
  deliversToPoBoxes: false,
  deliversToMilitary: false,
  worksOnSaturdays: false,
  qrLabels: true,
  rawLabels: false,
  trackingNumber: ({ serial }) => fedexTrackingNumber(serial),
  barcode: ({ trackingNumber, zip, serviceCode }) => ({
    linear: { symbology: 'code128', text: trackingNumber },
    matrix: { symbology: 'pdf417', text: `${trackingNumber}|${zip}|${serviceCode}|PARCELYARD SANDBOX` },
    caption: 'TRK#',
    humanNumber: groupDigits(trackingNumber, [4]),
  }),
};

/** Returns twelve digits: 7, a number of ten digits, and the check digit. */
export function fedexTrackingNumber(serial: number): string {
  const body = `7${String(serial % 1e10).padStart(10, '0')}`;
  return `${body}${fedexCheckDigit(body)}`;
}

/** Modulo 11 with the weights 3, 1, 7 from the left. A remainder of 10 becomes 0. */
export function fedexCheckDigit(body: string): number {
  const weights = [3, 1, 7];
  const sum = [...body].reduce(
    (total, digit, position) => total + Number(digit) * (weights[position % 3] as number),
    0,
  );
  return (sum % 11) % 10;
}
