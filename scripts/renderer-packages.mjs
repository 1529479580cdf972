import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/**
 * The npm packages of which the renderer of the API reference was built. The list comes from the file
 * `dist/browser/webpack-stats.json` of @scalar/api-reference in the same version, because our lock files do not contain
 * these packages.
 */
export const rendererPackages = JSON.parse(read('./renderer-packages.json'));

/** Returns the copyright holders of these packages and their licences, one section for each licence. */
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
