import { DECLARATIONS } from '@parcelyard/shipping/sellers/declarations';
import { KNOWN_CARRIERS } from '@parcelyard/shipping/sellers/known-carriers';
import type { SellerDeclaration } from '@parcelyard/shipping/sellers/seller-declaration';
import { stringify } from 'yaml';
import type { OutsideFacts } from './service-table';
import { sellerVariableText } from './service-variables';

const SELLERS: readonly SellerDeclaration[] = DECLARATIONS;
const SOURCE = 'services/shipping/src/sellers/<name>/declaration.ts';

/**
 * Returns the content of `files/sellers.yaml`: what sellers in `CARRIERS` add to shipping's entry of `services.yaml`.
 */
export function sellersYaml(root: string): string {
  const facts = SELLERS.map((seller) => factsOf(root, seller));
  const shipping: OutsideFacts = {
    internet: facts.flatMap(({ internet }) => internet),
    secrets: Object.assign({}, ...facts.map(({ secrets }) => secrets)),
  };
  return `# Written by \`npm run chart\` from ${SOURCE}.\n${stringify({ shipping }, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
}

function factsOf(root: string, { name, title, egressPorts, secrets }: SellerDeclaration): OutsideFacts {
  const when = { CARRIERS: name };
  return {
    internet: egressPorts.length > 0 ? [{ reason: title, when, ports: [...egressPorts] }] : [],
    secrets: Object.fromEntries(
      Object.entries(secrets).map(([variable, { required }]) => [
        variable,
        {
          ...(required && { requiredWhen: when }),
          description: sellerVariableText(root, name, variable).replace(/\.$/, ''),
        },
      ]),
    ),
  };
}

/** Returns the carriers of all sellers. Surfaces accept and show these carriers. */
export const sellerCarriers = () =>
  [...new Set(SELLERS.flatMap(({ carriers }) => carriers))].map((code) => ({
    code,
    name: (KNOWN_CARRIERS as Readonly<Record<string, { name: string }>>)[code]?.name ?? code.toUpperCase(),
  }));

export const sellerHooks = () =>
  SELLERS.flatMap(({ name, hook }) =>
    hook ? [{ source: name, path: hook.path, headers: hook.headers }] : [],
  );
