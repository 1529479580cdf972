import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const LICENSE_FILE = /^(licen[sc]e|copying|notice)/i;
const WORDS_OF_MIT =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software';

/**
 * Describes the npm packages in an image.
 * @param folders where the packages are installed, below the root
 * @returns `packages` as data for a bill of materials, and `licenses`, the text that must be delivered with the
 *   packages
 */
export function describePackages(folders, root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = folders.map((folder) => {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const { integrity } = lock.packages[relative(root, folder)] ?? {};
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
    return { name, version, license: nameOf(license ?? licenses, texts), integrity, texts };
  });
  found.sort((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'));
  return {
    packages: found.map(({ texts, ...facts }) => facts),
    licenses: found.map(sectionOf).join(`\n${'-'.repeat(80)}\n\n`),
  };
}

/**
 * Returns the name of a package's licence. In old packages, `license` is an object or a list of objects. A few packages
 * name no licence and contain only its text.
 */
function nameOf(license, texts) {
  const isMit = texts.some((text) => text.replace(/\s+/g, ' ').includes(WORDS_OF_MIT));
  const choices = [license ?? (isMit ? 'MIT' : 'unknown')].flat().map((choice) => choice.type ?? choice);
  return choices.length > 1 ? `(${choices.join(' OR ')})` : choices[0];
}

function sectionOf({ name, version, license, texts }) {
  const words = texts.length > 0 ? texts : ['The package comes without a text of it.'];
  return `${name} ${version}\nLicense: ${license}\n\n${words.join('\n\n')}\n`;
}
