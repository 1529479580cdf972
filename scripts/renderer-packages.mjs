import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/**
 * The npm packages inside the renderer of the API reference, as its maker's `dist/browser/webpack-stats.json` names them
 * (of @scalar/api-reference in the same version): they travel in one file, and no lock file of ours has them.
 */
export const rendererPackages = JSON.parse(read('./renderer-packages.json'));

/** Who holds the rights in them, and what they may be used for, a section a licence. */
export function rendererLicenses() {
  const licenses = [...new Set(rendererPackages.map(({ license }) => license))].sort();
  return licenses.map(sectionOf).join(`\n${'-'.repeat(80)}\n\n`);
}

function sectionOf(license) {
  const holders = rendererPackages
    .filter((each) => each.license === license)
    .map(({ name, version, copyright }) => `${name} ${version}: ${copyright}`);
  const text = read(license === 'Apache-2.0' ? '../LICENSE' : `./license-texts/${license}.txt`);
  return `In the renderer of the API reference\nLicense: ${license}\n\n${holders.join('\n')}\n\n${text.trim()}\n`;
}
