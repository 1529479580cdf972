import { cents } from '@parcelyard/money/cents';
import bwipjs from 'bwip-js/node';
import { documentPrinter } from '../../src/adapters/documents/document-printer';
import { printableText } from '../../src/sellers/printable-text';
import { sandboxDeclarations } from '../../src/sellers/sandbox/open-sandbox';
import { anAddress } from '../address/an-address';
import { aLabelJob } from './a-label-job';
import { readPdf } from './read-pdf';

const services = sandboxDeclarations.flatMap((carrier) => carrier.services);
const lyon = anAddress({
  name: 'Françoise Lefèvre',
  street1: '12 Rue de la République',
  city: 'Lyon',
  state: '',
  zip: '69002',
  country: 'FR',
});

describe.each(services.map(({ code, name, international }) => ({ code, name, international })))(
  'a label of $name',
  ({ code, name, international }) => {
    const to = international ? lyon : anAddress();
    const job = aLabelJob(code, { to, parcel: { weightOz: 35.5, length: 10, width: 8, height: 4 } });

    it('is one page of four by six inches with all data for carriers', async () => {
      const { pages, size, lines, outlines } = readPdf(await documentPrinter.label(job));
      expect(pages).toBe(1);
      expect(size).toEqual([288, 432]);
      expect(lines).toEqual(
        expect.arrayContaining([
          name.toUpperCase(),
          'LONE STAR GOODS',
          '500 E CESAR CHAVEZ ST',
          'AUSTIN TX 78701',
          'SHIP TO:',
          to.name.toUpperCase(),
          to.street1.toUpperCase(),
          international ? 'LYON 69002' : 'MOUNTAIN VIEW CA 94043',
          'SHIP DATE 02 MAR 2026',
          'WEIGHT 2 lb 4 oz',
          '10 x 8 x 4 in',
          job.barcode.humanNumber,
          'REF A7K2MQ',
          'SAMPLE – DO NOT MAIL',
        ]),
      );
      expect(lines.includes('FRANCE')).toBe(international);
      expect(job.barcode.humanNumber.replaceAll(' ', '')).toBe(job.trackingNumber);
      expect(outlines).toBeGreaterThan(20);
    });
  },
);

describe('a label', () => {
  it('is the same file each time it is printed', async () => {
    const job = aLabelJob('ups_ground');
    expect((await documentPrinter.label(job)).equals(await documentPrinter.label(job))).toBe(true);
  });

  it.each(services.map(({ code }) => code))('of %s has the bar code of its number', async (code) => {
    const job = aLabelJob(code);
    const { symbology: bcid, text } = job.barcode.linear;
    const [symbol] = bwipjs.raw({ bcid, text });
    if (!symbol || !('sbs' in symbol)) throw new Error(`${bcid} is not a linear code`);
    expect(readPdf(await documentPrinter.label(job)).modules).toEqual(symbol.sbs);
  });

  it('has the ZIP and the number in its postal bar code', () => {
    const { linear } = aLabelJob('usps_priority_mail', { to: anAddress({ zip: '94043-1234' }) }).barcode;
    expect(linear.symbology).toBe('gs1-128');
    expect(linear.text).toMatch(/^\(420\)94043\(93\)\d{20}$/);
  });

  it('names the purchased options', async () => {
    const options = { signatureRequired: true, saturdayDelivery: true };
    const { lines } = readPdf(await documentPrinter.label(aLabelJob('fedex_2day', { options })));
    expect(lines).toEqual(expect.arrayContaining(['SIGNATURE REQUIRED', 'SATURDAY DELIVERY']));
  });

  it('stays within its page for all names', async () => {
    const long =
      'Gesellschaft zur Förderung außerordentlich langer Firmenbezeichnungen mit beschränkter Haftung';
    const to = anAddress({
      name: long,
      company: long,
      street1: long,
      street2: long,
      street3: long,
      city: long,
    });
    const { pages, lines } = readPdf(await documentPrinter.label(aLabelJob('ups_ground', { to })));
    expect(pages).toBe(1);
    expect(lines.filter((line) => line.endsWith('…')).length).toBeGreaterThan(3);
  });

  it('writes every script in Latin letters', async () => {
    const to = anAddress({ name: '山田 太郎', street1: '1 ул. Ленина 😀', city: 'Łódź' });
    const { lines } = readPdf(await documentPrinter.label(aLabelJob('usps_ground_advantage', { to })));
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^1 UL\. LENINA/), 'LÓDZ CA 94043']));
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e\xa0-\xff–…]*$/);
  });

  it('is drawn for an address without any text', async () => {
    const empty = anAddress({ name: '', street1: '', city: '', state: '', zip: '00006' });
    expect(readPdf(await documentPrinter.label(aLabelJob('ups_ground', { to: empty }))).pages).toBe(1);
  });
});

describe('printable text', () => {
  it.each([
    ['Müller', 'Müller'],
    ['Łódź', 'Lódz'],
    ['O’Brien – “quoted”', 'O’Brien – “quoted”'],
    ['a\u0000b\tc\nd', 'a b c d'],
    ['e\u0301', 'é'],
    ['Ada 🎌👩🏽‍🚀', 'Ada'],
    ['Acme™ © 7', 'Acme™ © 7'],
    ['', ''],
  ])('of %j is %j', (text, expected) => {
    expect(printableText(text)).toBe(expected);
  });
});

describe('other documents', () => {
  it('a QR image is a PNG', async () => {
    const png = await documentPrinter.qr(aLabelJob('usps_ground_advantage'));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(png.readUInt32BE(16)).toBeGreaterThan(150);
  });

  it('a customs form lists every line and the total', async () => {
    const items = [
      {
        description: 'Ceramic mug, blue',
        quantity: 2,
        unitValue: cents(1250),
        hsCode: '691200',
        originCountry: 'PT',
      },
      { description: 'Gift card', quantity: 1, unitValue: cents(999) },
    ];
    const job = aLabelJob('usps_priority_mail_international', { to: lyon, items });
    const { pages, size, lines } = readPdf(await documentPrinter.customsForm(job));
    expect([pages, size]).toEqual([1, [612, 792]]);
    expect(lines).toEqual(
      expect.arrayContaining([
        'CUSTOMS DECLARATION CN 23',
        'FRANÇOISE LEFÈVRE',
        'FRANCE',
        'UNITED STATES',
        'Ceramic mug, blue',
        '$12.50',
        '691200',
        'PT',
        '$25.00',
        'Total declared value: $34.99 USD',
        job.barcode.humanNumber,
      ]),
    );
  });

  it('a long customs declaration lists every line, on as many pages as it needs', async () => {
    const items = Array.from({ length: 60 }, (_, n) => ({
      description: `Thing ${n}`,
      quantity: 1,
      unitValue: cents(100),
    }));
    const job = aLabelJob('ups_worldwide_saver', { to: lyon, items });
    const { pages, lines } = readPdf(await documentPrinter.customsForm(job));
    expect(pages).toBe(3);
    for (const { description } of items) expect(lines).toContain(description);
    expect(lines).toContain('Total declared value: $60.00 USD');
  });

  it('a page in the place of a missing label names the order', async () => {
    const missing = { orderNumber: 'Ōtani-1042', kind: 'label', at: new Date(0) } as const;
    const { pages, lines } = readPdf(await documentPrinter.missing(missing));
    expect(pages).toBe(1);
    expect(lines).toEqual(['Order Otani-1042', 'The label is missing:', 'its file is no longer available.']);
  });

  it('a receipt lists what was paid', async () => {
    const job = aLabelJob('fedex_2day', { charged: cents(1205), insuredValue: cents(5000) });
    const { lines } = readPdf(await documentPrinter.receipt(job));
    expect(lines).toEqual(
      expect.arrayContaining(['FedEx shipping receipt', 'FedEx 2Day', '$12.05 USD', '$50.00']),
    );
  });
});
