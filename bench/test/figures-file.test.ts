import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FiguresFile } from '../figures-file';
import { cell, type Table } from '../report';

const folder = mkdtempSync(join(tmpdir(), 'parcelyard-figures-'));
const path = join(folder, 'kept/figures.json');
afterAll(() => rmSync(folder, { recursive: true }));

const tableWith = (rate: number): Table => ({
  title: 'Lists',
  columns: ['16 connections'],
  rows: [{ name: 'now', cells: [cell(rate, '/s')] }],
});
const measure = (commit: string, rate: number) => {
  const builds = [{ name: 'now', folder: '.', commit }];
  return new FiguresFile(path, 'two cores', builds).keep(tableWith(rate));
};

it('the next run shows what has changed, and the commit of the earlier figures', () => {
  expect(measure('aaa1111', 200)).toBe('');
  const told = measure('bbb2222', 250);
  expect(told).toMatch(/^\nSince \d{4}-\d\d-\d\d \d\d:\d\d UTC \(now aaa1111\):\n/);
  expect(told).toContain('- now · 16 connections · /s: 200 → 250 (+25 %)');
  expect(measure('bbb2222', 250)).toMatch(/^\nAs on .+ \(now bbb2222\)\.$/);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    Lists: {
      builds: { now: 'bbb2222' },
      machine: 'two cores',
      figures: { 'now · 16 connections · /s': 250 },
    },
  });
});
