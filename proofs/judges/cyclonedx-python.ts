import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';

const VERSION = '11.12.0';

/** Prints a line for each file that is refused by another CycloneDX library or by the library for SLSA's statements. */
const CHECK = `
import json, pathlib, sys
from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

for path in map(pathlib.Path, sys.argv[1:]):
    text = path.read_text()
    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if error:
        print(f"{path.name}: {error}"[:400])
        continue
    bom = Bom.from_json(json.loads(text))
    unnamed = [c.name for c in bom.components if str(c.type) == "ComponentType.LIBRARY" and not (c.purl and list(c.licenses))]
    if unnamed:
        print(f"{path.name}: without address or licence: {unnamed}")
    bom.validate()
`;

export const cyclonedxPython: Judge = {
  name: 'cyclonedx-python-lib',
  proves:
    'A dry run of a release succeeds, and another library reads its bills of materials as CycloneDX 1.6.',
  needs: ['python3'],
  async judge(workshop) {
    const python = await workshop.python([`cyclonedx-python-lib[json-validation]==${VERSION}`]);
    const root = process.cwd();
    await workshop.run(process.execPath, ['dist/release.mjs'], { folder: root, environment: { DRY: '1' } });
    const folder = join(root, 'build/release');
    const files = readdirSync(folder).filter((name) => name.endsWith('.cdx.json'));
    mkdirSync(workshop.folder, { recursive: true });
    writeFileSync(join(workshop.folder, 'check.py'), CHECK);
    const paths = files.map((name) => join(folder, name));
    const { code, stdout, stderr } = await workshop.attempt(join(python, 'python'), ['check.py', ...paths]);
    const faults = stdout.split('\n').filter(Boolean);
    if (code !== 0) faults.push(stderr.slice(-500));
    const components = paths.map(
      (path) => (JSON.parse(readFileSync(path, 'utf8')) as { components: unknown[] }).components.length,
    );
    return {
      version: VERSION,
      checked: files.length,
      faults,
      figures: [`${components.reduce((a, b) => a + b, 0)} components`],
    };
  },
};
