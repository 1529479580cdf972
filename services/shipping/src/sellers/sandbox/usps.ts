import { cents } from '@parcelyard/money/cents';
import { groupDigits } from '../../domain/labels/label-job';
import type { RateTable } from '../../domain/rating/rate-table';
import { KNOWN_CARRIERS, knownService } from '../known-carriers';
import type { SandboxDeclaration } from './sandbox-declaration';

const carrier = KNOWN_CARRIERS.usps;

// Invented prices of the sandbox, in cents, by zone 1–9 or by region.

const groundAdvantage: RateTable = {
  ounceRows: [
    [4, 399, 405, 418, 432, 447, 463, 481, 502, 560],
    [8, 448, 455, 469, 486, 504, 523, 545, 570, 640],
    [12, 512, 521, 538, 558, 580, 604, 630, 661, 745],
    [16, 588, 599, 620, 645, 672, 702, 735, 773, 872],
  ],
  poundRows: [
    [1, 588, 599, 620, 645, 672, 702, 735, 773, 872],
    [2, 702, 718, 749, 785, 826, 872, 922, 980, 1120],
    [3, 768, 788, 828, 876, 931, 992, 1060, 1138, 1310],
    [5, 892, 921, 981, 1053, 1137, 1232, 1338, 1460, 1700],
    [10, 1168, 1218, 1330, 1466, 1624, 1806, 2008, 2240, 2630],
    [20, 1655, 1752, 1985, 2270, 2600, 2975, 3390, 3860, 4560],
    [30, 2080, 2225, 2580, 3010, 3520, 4090, 4720, 5430, 6450],
    [50, 2860, 3095, 3690, 4420, 5270, 6230, 7280, 8460, 10100],
    [70, 3590, 3910, 4750, 5780, 6980, 8330, 9810, 11470, 13700],
  ],
};

const priorityMail: RateTable = {
  poundRows: [
    [1, 762, 771, 790, 822, 871, 935, 988, 1052, 1260],
    [2, 815, 832, 870, 936, 1052, 1166, 1275, 1398, 1690],
    [3, 868, 896, 958, 1070, 1254, 1420, 1590, 1776, 2160],
    [5, 985, 1030, 1130, 1310, 1600, 1885, 2150, 2440, 3000],
    [10, 1290, 1370, 1560, 1900, 2480, 3040, 3560, 4130, 5150],
    [20, 1850, 1990, 2350, 3010, 4060, 5080, 6030, 7080, 8950],
    [30, 2350, 2560, 3080, 4080, 5600, 7080, 8450, 9970, 12700],
    [50, 3260, 3600, 4430, 6050, 8450, 10800, 12950, 15350, 19700],
    [70, 4080, 4560, 5690, 7900, 11150, 14350, 17250, 20450, 26300],
  ],
};

const priorityMailExpress: RateTable = {
  poundRows: [
    [1, 2685, 2760, 2935, 3280, 3760, 4120, 4430, 4790, 5950],
    [2, 2840, 2945, 3180, 3650, 4310, 4830, 5290, 5810, 7200],
    [3, 2990, 3125, 3420, 4010, 4850, 5530, 6140, 6820, 8430],
    [5, 3290, 3480, 3890, 4720, 5920, 6920, 7830, 8830, 10890],
    [10, 3980, 4310, 4980, 6320, 8290, 9980, 11530, 13230, 16300],
    [20, 5240, 5830, 7010, 9340, 12780, 15760, 18530, 21550, 26600],
    [30, 6400, 7250, 8930, 12240, 17130, 21400, 25380, 29700, 36700],
    [50, 8600, 9950, 12600, 17800, 25500, 32300, 38650, 45500, 56300],
    [70, 10700, 12550, 16150, 23200, 33700, 43000, 51700, 61100, 75600],
  ],
};

const priorityMailInternational: RateTable = {
  poundRows: [
    [1, 2580, 3190, 3650, 3720, 3980],
    [2, 2990, 3720, 4340, 4480, 4850],
    [5, 4150, 5220, 6280, 6590, 7240],
    [10, 6010, 7640, 9350, 9950, 11050],
    [20, 9620, 12350, 15300, 16500, 18500],
    [44, 17900, 23200, 29100, 31700, 35800],
    [66, 25100, 32700, 41300, 45300, 51300],
  ],
};

export const uspsDeclaration: SandboxDeclaration = {
  ...carrier,
  services: [
    {
      ...knownService(carrier, 'usps_ground_advantage'),
      table: groundAdvantage,
      retailBasisPoints: 13_200,
      fuelBasisPoints: 0,
      days: [2, 2, 3, 3, 4, 4, 5, 5, 7],
      guaranteed: false,
      signature: cents(370),
      saturday: 'included',
      trackingCode: '001',
      emblem: 'G',
    },
    {
      ...knownService(carrier, 'usps_priority_mail'),
      table: priorityMail,
      retailBasisPoints: 12_400,
      fuelBasisPoints: 0,
      days: [1, 2, 2, 2, 2, 3, 3, 3, 4],
      guaranteed: false,
      signature: cents(370),
      saturday: 'included',
      trackingCode: '055',
      emblem: 'P',
    },
    {
      ...knownService(carrier, 'usps_priority_mail_express'),
      table: priorityMailExpress,
      retailBasisPoints: 11_500,
      fuelBasisPoints: 0,
      days: [1, 1, 1, 1, 1, 2, 2, 2, 3],
      guaranteed: true,
      signature: 'included',
      saturday: 'included',
      trackingCode: '701',
      emblem: 'E',
    },
    {
      ...knownService(carrier, 'usps_priority_mail_international'),
      table: priorityMailInternational,
      retailBasisPoints: 11_800,
      fuelBasisPoints: 0,
      days: [6, 7, 8, 9, 10],
      guaranteed: false,
      signature: 'unavailable',
      saturday: 'unavailable',
      trackingCode: '',
      emblem: 'P',
    },
  ],
  dimensional: { divisor: 166, aboveCubicInches: 1_728 },
  maxLengthPlusGirth: 108,
  oversize: [
    { longestOver: 22, charge: cents(400) },
    { longestOver: 30, charge: cents(840) },
    { cubicInchesOver: 3_456, charge: cents(1_800) },
  ],
  deliversToPoBoxes: true,
  deliversToMilitary: true,
  worksOnSaturdays: true,
  qrLabels: true,
  rawLabels: true,
  trackingNumber: ({ serial, service }) =>
    service.international
      ? uspsInternationalNumber(serial)
      : uspsTrackingNumber(service.trackingCode, serial),
  barcode: ({ trackingNumber, zip }) => {
    const matrix = { symbology: 'datamatrix', text: `${zip}${trackingNumber}` } as const;
    if (!/^\d{22}$/.test(trackingNumber)) {
      return {
        linear: { symbology: 'code128', text: trackingNumber },
        matrix,
        caption: 'USPS TRACKING #',
        humanNumber: groupDigits(trackingNumber, [2, 3, 3, 3, 2]),
      };
    }
    const number = `(${trackingNumber.slice(0, 2)})${trackingNumber.slice(2)}`;
    return {
      linear: { symbology: 'gs1-128', text: `(420)${zip}${number}` },
      matrix,
      caption: 'USPS TRACKING #',
      humanNumber: groupDigits(trackingNumber, [4]),
    };
  },
};

/** The number of the mailer. It has six digits, so ten are left for the serial number. */
const MAILER = '903017';

/** Returns a package number of 22 digits: 93, service type, mailer, serial number and check digit. */
export function uspsTrackingNumber(serviceType: string, serial: number): string {
  const body = `93${serviceType}${MAILER}${String(serial % 1e10).padStart(10, '0')}`;
  return `${body}${mod10CheckDigit(body)}`;
}

/** Modulo 10 as GS1 defines it: weights 3 and 1 from the right. */
export function mod10CheckDigit(digits: string): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    sum += Number(digits[digits.length - 1 - fromRight]) * (fromRight % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** Returns the number of an international parcel, such as `CA123456785US` (S10 of the Universal Postal Union). */
export function uspsInternationalNumber(serial: number): string {
  const series = String.fromCharCode(65 + (Math.floor(serial / 1e8) % 26));
  const digits = String(serial % 1e8).padStart(8, '0');
  return `C${series}${digits}${s10CheckDigit(digits)}US`;
}

export function s10CheckDigit(digits: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, position) => total + weight * Number(digits[position]), 0);
  const check = 11 - (sum % 11);
  if (check === 10) return 0;
  return check === 11 ? 5 : check;
}
