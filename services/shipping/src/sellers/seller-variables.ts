import { z } from 'zod';
import type { Seller } from '../domain/seller';
import { DECLARATIONS } from './declarations';
import type { SellerDeclaration } from './seller-declaration';

type Declared = (typeof DECLARATIONS)[number];
type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never;
type ChosenCarriers = {
  readonly [Name in Seller as `${Uppercase<Name>}_CARRIERS`]: ReturnType<typeof chosenCarriers>;
};

const ALL: readonly SellerDeclaration[] = DECLARATIONS;

export const carriersVariable = (seller: string): string => `${seller.toUpperCase()}_CARRIERS`;

const chosenCarriers = ({ title, carriers }: SellerDeclaration) =>
  z
    .string()
    .default('')
    .transform((text) => [...new Set(text.split(',').map((code) => code.trim()))].filter(Boolean))
    .refine((codes) => codes.every((code) => carriers.includes(code)), {
      error: `must name carriers that ${title} sells: ${carriers.join(', ')}`,
    })
    .describe(
      `Carriers whose labels ${title} sells, separated by commas: some of ${carriers.join(', ')}. If empty, all of them.`,
    );

export const sellerVariables = Object.fromEntries(
  ALL.flatMap((seller) => [
    ...Object.entries(seller.variables),
    [carriersVariable(seller.name), chosenCarriers(seller)],
  ]),
) as Intersection<Declared['variables']> & ChosenCarriers;

export const sellerSecrets: readonly string[] = ALL.flatMap(({ secrets }) => Object.keys(secrets));

const named = (isReal: boolean) => ALL.filter((seller) => seller.isReal === isReal).map(({ name }) => name);
const [SAMPLES, REAL] = [named(false), named(true)];
const oneOf = (names: readonly string[]) => `(?:${names.join('|')})`;
const SELLER_LIST = new RegExp(`^\\s*(?:${oneOf(SAMPLES)}|${oneOf(REAL)}(?:\\s*,\\s*${oneOf(REAL)})*)\\s*$`);

/**
 * The variable `CARRIERS`. Samples and real labels cannot be configured together, because a merchant might think that a
 * sample is real.
 */
export const sellerList = () =>
  z
    .string()
    .regex(
      SELLER_LIST,
      `must be ${SAMPLES.join(' or ')} alone, or one or more of ${REAL.join(', ')}, comma-separated`,
    )
    .transform((text) => [...new Set(text.split(',').map((entry) => entry.trim()))] as readonly Seller[])
    .describe(
      `Sellers of labels, separated by commas: ${SAMPLES.map((name) => `\`${name}\` alone`).join(' or ')}, or ${ALL.filter(
        ({ isReal }) => isReal,
      )
        .map(({ name, sells }) => `\`${name}\` (${sells})`)
        .join(', ')}.`,
    );
