import bwipjs from 'bwip-js/node';
import type { LabelJob } from '../../domain/labels/label-job';

/** The code that a counter scans to print the label: a PNG with a white border, number below. */
export const renderQr = ({ trackingNumber, carrierTrackingUrl, barcode }: LabelJob): Promise<Buffer> =>
  bwipjs.toBuffer({
    bcid: 'qrcode',
    text: `${carrierTrackingUrl}#${trackingNumber}`,
    scale: 6,
    padding: 4,
    backgroundcolor: 'FFFFFF',
    alttext: barcode.humanNumber,
    includetext: true,
    textxalign: 'center',
    textyoffset: -3,
    textsize: 5,
  });
