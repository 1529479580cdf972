import { cents } from '@parcelyard/money/cents';
import { groupDigits } from '../../domain/labels/group-digits';
import type { SandboxDeclaration } from '../sandbox/sandbox-declaration';
import {
  groundAdvantage,
  priorityMail,
  priorityMailExpress,
  priorityMailInternational,
} from './usps-rate-tables';
import { uspsInternationalNumber, uspsTrackingNumber } from './usps-tracking-number';

export const uspsDeclaration: SandboxDeclaration = {
  code: 'usps',
  name: 'USPS',
  services: [
    {
      code: 'usps_ground_advantage',
      name: 'USPS Ground Advantage',
      international: false,
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
      code: 'usps_priority_mail',
      name: 'USPS Priority Mail',
      international: false,
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
      code: 'usps_priority_mail_express',
      name: 'USPS Priority Mail Express',
      international: false,
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
      code: 'usps_priority_mail_international',
      name: 'USPS Priority Mail International',
      international: true,
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
  pickup: { window: { start: '09:00', end: '17:00' }, weekdays: [1, 2, 3, 4, 5, 6] },
  trackingUrl: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
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
