import type { z } from 'zod';

/**
 * What the rest of the product needs to know about a seller without loading the seller's code: variables for every
 * program, secrets and ports for the Helm chart, the hook for the gateway, and the name for seals.
 */
export interface SellerDeclaration {
  /** The seller's name in `CARRIERS` and in purchases, in lower-case letters. */
  readonly name: string;
  readonly title: string;
  /** What the seller sells, for the documentation of `CARRIERS`. */
  readonly sells: string;
  /**
   * False when the labels are samples. Such a seller cannot be configured together with others, because a merchant
   * might think that a sample is a real label.
   */
  readonly isReal: boolean;
  /** Codes of the carriers that the seller can sell. `<NAME>_CARRIERS` chooses some of them. */
  readonly carriers: readonly string[];
  /**
   * The seller's environment variables. Their names begin with the seller's name. The comment above each variable
   * becomes its documentation.
   */
  readonly variables: Readonly<Record<string, z.ZodType>>;
  /** Which variables are secrets. A required secret must be set when `CARRIERS` names the seller. */
  readonly secrets: Readonly<Record<string, { readonly required?: true }>>;
  /** Ports outside the cluster to which the seller's code connects. */
  readonly egressPorts: readonly number[];
  /** Where the seller sends its events. Absent when it sends none. */
  readonly hook?: {
    /** Begins with `/webhooks/<name>`. The path may end with a secret, `{/:key}`. */
    readonly path: `/webhooks/${string}`;
    /** The request headers that are read, in lower case. */
    readonly headers: readonly string[];
  };
  /**
   * The variable that lists the operator's carrier accounts. If absent, merchants cannot use accounts of their own at
   * this seller.
   */
  readonly accountsVariable?: string;
}

export type SellerConfig<Declaration extends SellerDeclaration> = Readonly<
  z.infer<z.ZodObject<Declaration['variables']>> & {
    [Secret in keyof Declaration['secrets'] as Declaration['secrets'][Secret] extends {
      readonly required: true;
    }
      ? Secret
      : never]: string;
  }
>;
