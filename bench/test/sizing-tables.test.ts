import { readFileSync } from 'node:fs';
import { readCosts } from '../growth-model/costs';
import { TABLES_FILE } from '../growth-model/model';
import { sizingTables } from '../growth-model/sizing-tables';

it('the tables in the documents are what the model computes from the cost file', () => {
  expect(readFileSync(TABLES_FILE, 'utf8')).toBe(sizingTables(readCosts()));
});

it('the model is within a fifth of the measured value at each load', () => {
  const { checked } = readCosts();
  const sum = (figures: Readonly<Record<string, number>>) =>
    Object.values(figures).reduce((all, figure) => all + figure, 0);
  expect(checked?.loads).toHaveLength(3);
  for (const { computed, measured } of checked?.loads ?? [])
    expect(Math.abs(sum(computed) / sum(measured) - 1)).toBeLessThan(0.2);
});
