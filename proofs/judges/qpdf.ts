import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cents } from '@parcelyard/money/cents';
import { documentPrinter } from '@parcelyard/shipping/adapters/documents/document-printer';
import { mergeLabels } from '@parcelyard/shipping/adapters/documents/merge-labels';
import type { LabelJob } from '@parcelyard/shipping/domain/labels/label-job';
import { labelJob } from '@parcelyard/shipping/sellers/sandbox/label-job';
import { sandboxDeclarations } from '@parcelyard/shipping/sellers/sandbox/open-sandbox';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const austin = {
  name: 'Lone Star Goods',
  company: '',
  street1: '500 E Cesar Chavez St',
  street2: '',
  street3: '',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  country: 'US',
  phone: '5125550100',
  email: '',
};
const lyon = {
  ...austin,
  name: 'Françoise Lefèvre',
  street1: '12 Rue de la République',
  city: 'Lyon',
  state: '',
  zip: '69002',
  country: 'FR',
};
/** More lines than fit on the first page of a form. */
const ITEMS = Array.from({ length: 40 }, (_, at) => ({
  description: `Shirt ${at + 1}`,
  quantity: 2,
  unitValue: cents(1_250 + at),
  hsCode: '610910',
  originCountry: 'PT',
}));

/** Checks every kind of PDF that the product makes: qpdf checks the file, and poppler reads its text. */
export const qpdf: Judge = {
  name: 'qpdf',
  proves:
    'Labels, forms, receipts and batches are valid PDFs, and a PDF reader finds the text that customs require.',
  needs: ['qpdf', 'pdftotext'],
  async judge(workshop) {
    const faults: string[] = [];
    const files: string[] = [];
    const keep = async (name: string, content: Buffer): Promise<string> => {
      const path = join(workshop.folder, `${name}.pdf`);
      writeFileSync(path, content);
      files.push(path);
      const { code, stdout, stderr } = await workshop.attempt('qpdf', ['--check', path]);
      if (code !== 0) faults.push(`${name}: ${(stderr || stdout).trim()}`);
      return path;
    };
    const merged: Buffer[] = [];
    const texts: string[] = [];
    const add = async (name: string, content: Buffer): Promise<string> => {
      const path = await keep(name, content);
      merged.push(content);
      texts.push(await read(workshop, path));
      return path;
    };
    for (const job of jobs()) {
      const name = job.method.replaceAll(' ', '-').toLowerCase();
      const label = await documentPrinter.label(job);
      await add(`label-${name}`, label);
      await keep(`receipt-${name}`, await documentPrinter.receipt(job));
      if (!job.international) continue;
      const form = await documentPrinter.customsForm(job);
      faults.push(...(await unread(workshop, await add(`form-${name}`, form), job)));
    }
    const parts = merged.map((content) => ({ content, contentType: 'application/pdf', fileName: '' }));
    const batch = await keep('batch', await mergeLabels(parts, new Date(0)));
    if ((await read(workshop, batch)) !== texts.join('')) {
      faults.push("batch: a reader does not find the labels in the batch's order, each followed by its form");
    }
    const [version = ''] = (await workshop.run('qpdf', ['--version'])).split('\n');
    return { version: version.replace('qpdf version ', ''), checked: files.length, faults };
  },
};

function jobs(): LabelJob[] {
  return sandboxDeclarations.flatMap((carrier) =>
    carrier.services.map((service) =>
      labelJob(carrier, service, {
        accountId: 1,
        carrier: carrier.code,
        reference: 'pur_1_1',
        serviceLevel: service.code,
        trackingNumber: carrier.trackingNumber({ serial: 42, accountId: 1, service }),
        charged: cents(735),
        status: 'purchased',
        boughtAt: new Date(0),
        forced: [],
        from: austin,
        to: service.international ? lyon : { ...austin, zip: '94043' },
        parcel: { weightOz: 16 },
        options: { signatureRequired: false, saturdayDelivery: false },
        items: ITEMS,
        printSetting: 'pdf',
        orderReferences: ['A7K2MQ'],
      }),
    ),
  );
}

const read = (workshop: Workshop, path: string): Promise<string> =>
  workshop.run('pdftotext', ['-layout', path, '-']);

async function unread(workshop: Workshop, path: string, job: LabelJob): Promise<string[]> {
  const text = await read(workshop, path);
  const total = ITEMS.reduce((sum, { quantity, unitValue }) => sum + quantity * unitValue, 0);
  const wanted = [
    ...ITEMS.map(({ description }) => description),
    ...['610910', 'PT', 'FRANCE', job.exportCitation],
    `Total declared value: $${(total / 100).toFixed(2)} USD`,
  ];
  return wanted.filter((words) => !text.includes(words)).map((words) => `${path}: "${words}" is not found`);
}
