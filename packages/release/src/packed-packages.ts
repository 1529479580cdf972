import { z } from 'zod';

const packedSchema = z.array(
  z.strictObject({
    name: z.string(),
    version: z.string(),
    /** An SPDX expression, or the package's own text. */
    license: z.string(),
    /** The hash in the form of the lock file: `sha512-…`. */
    integrity: z.string().optional(),
  }),
);

export type PackedPackage = z.infer<typeof packedSchema>[number];

/** Reads `packages.json`, which scripts/pack-service.mjs writes into every image. */
export const readPackedPackages = (text: string): PackedPackage[] => packedSchema.parse(JSON.parse(text));

/** Licences that only require that their text is included. */
const ACCEPTED = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense', 'CC0-1.0'],
  ...['BlueOak-1.0.0', 'Python-2.0'],
]);

export function licenseFaults(packages: readonly PackedPackage[]): string[] {
  const isPlainAccepted = (expression: string) =>
    expression
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((license) => ACCEPTED.has(license)));
  // Parentheses decide the order (SPDX), so the innermost ones are replaced first, by an accepted license or by none.
  const isAccepted = (expression: string): boolean => {
    const inner = /\(([^()]*)\)/.exec(expression);
    if (!inner) return isPlainAccepted(expression);
    return isAccepted(expression.replace(inner[0], isPlainAccepted(inner[1] ?? '') ? 'MIT' : 'refused'));
  };
  return packages
    .filter(({ license }) => !isAccepted(license))
    .map(
      ({ name, version, license }) =>
        `${name} ${version} has the license ${license}, which is not in the list of allowed licenses`,
    );
}
