import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';

const VERSION = '6.16.3';

/**
 * All rules except two: the rule that tags are in alphabetical order instead of reading order, and the rule that an
 * operator has an e-mail.
 */
const RULES = `
extends: [["spectral:oas", all]]
rules:
  openapi-tags-alphabetical: off
  contact-properties: off
`;

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

export const spectral: Judge = {
  name: 'Spectral',
  proves:
    "The published document follows Spectral's rules for OpenAPI, also those that are off by default. Two rules are left out.",
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([`@stoplight/spectral-cli@${VERSION}`]);
    const text = await withStack(async ({ baseUrl }) =>
      (await fetch(`${baseUrl}/public/openapi.json`)).text(),
    );
    writeFileSync(join(folder, 'openapi.json'), text);
    writeFileSync(join(folder, 'rules.yaml'), RULES);
    const { stdout, stderr } = await workshop.attempt(join(folder, 'node_modules/.bin/spectral'), [
      ...['lint', 'openapi.json', '--ruleset', 'rules.yaml', '--format', 'json', '--quiet'],
    ]);
    if (!stdout.includes('[')) throw new Error(`Spectral printed no result: ${stderr.slice(-1000)}`);
    const problems = JSON.parse(stdout.slice(stdout.indexOf('['))) as Problem[];
    return {
      version: VERSION,
      checked: Object.keys(JSON.parse(text).paths).length,
      faults: problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`),
    };
  },
};
