import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';

const VERSION = '1.7.12';
const FOLDER = '.github/workflows';

export const actionlint: Judge = {
  name: 'actionlint',
  proves:
    'The CI would accept the workflows: their keys, expressions, contexts, permissions and inputs of actions are valid.',
  needs: ['go'],
  async judge(workshop) {
    const program = await workshop.go(`github.com/rhysd/actionlint/cmd/actionlint@v${VERSION}`);
    const files = readdirSync(FOLDER).map((name) => join(process.cwd(), FOLDER, name));
    const { stdout } = await workshop.attempt(program, ['-oneline', '-no-color', ...files]);
    return { version: VERSION, checked: files.length, faults: stdout.split('\n').filter(Boolean) };
  },
};
