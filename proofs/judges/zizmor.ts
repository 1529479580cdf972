import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';

const VERSION = '1.32.0';

export const zizmor: Judge = {
  name: 'zizmor',
  proves: 'The workflows contain none of the security faults of GitHub Actions that zizmor knows.',
  needs: ['python3'],
  async judge(workshop) {
    const bin = await workshop.python([`zizmor==${VERSION}`]);
    const folder = join(process.cwd(), '.github/workflows');
    const { stdout } = await workshop.attempt(join(bin, 'zizmor'), ['--offline', '--format=json', folder]);
    // A finding of low confidence is about a newer version of an action, not about the pinned version.
    const findings = JSON.parse(stdout) as Finding[];
    const faults = findings
      .filter(({ determinations: { confidence } }) => confidence !== 'Low')
      .map(
        ({ ident, desc, locations: [place] }) =>
          `${place?.symbolic.key.Local.verbatim_path}: ${ident}: ${desc}`,
      );
    return { version: VERSION, checked: readdirSync(folder).length, faults };
  },
};

interface Finding {
  ident: string;
  desc: string;
  determinations: { confidence: string };
  locations: { symbolic: { key: { Local: { verbatim_path: string } } } }[];
}
