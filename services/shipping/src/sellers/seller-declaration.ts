import type { z } from 'zod';

/**
 * The facts about a seller that other parts of the product need without loading its code. Every program reads the
 * seller's variables at start. The chart uses its secrets and ports, the gateway its hook, and seals its name.
 */
export interface SellerDeclaration {
  /** The seller's name in lower-case letters, as in `CARRIERS` and in purchases. */
  readonly name: string;
  /** The display name, such as `EasyPost`. */
  readonly title: string;
  /** Describes what the seller sells. The documentation of `CARRIERS` shows this text. */
  readonly sells: string;
  /**
   * False when the seller's labels are samples. Such a seller cannot be configured together with others: a merchant
   * might think that a sample is a real label.
   */
  readonly isReal: boolean;
  /** Codes of the carriers whose labels the seller can sell. `<NAME>_CARRIERS` chooses some of them. */
  readonly carriers: readonly string[];
  /**
   * The seller's environment variables. Their names begin with its name. The comment above each variable is its
   * documentation.
   */
  readonly variables: Readonly<Record<string, z.ZodType>>;
  /** Tells which of the variables are secrets. A required secret must be set when `CARRIERS` names the seller. */
  readonly secrets: Readonly<Record<string, { readonly required?: true }>>;
  /** Ports outside the cluster that the seller's code connects to. */
  readonly egressPorts: readonly number[];
  /** The hook to which the seller sends its events. Absent when the seller sends none. */
  readonly hook?: {
    /** The hook's path begins with `/webhooks/<name>`. `{/:key}` is a secret last part. */
    readonly path: `/webhooks/${string}`;
    /** The request headers that the seller's code reads, in lower case. */
    readonly headers: readonly string[];
  };
  /**
   * The variable that lists the operator's own carrier accounts. If absent, merchants cannot use their own accounts at
   * this seller.
   */
  readonly accountsVariable?: string;
}

/** The parsed variables of a seller. Its required secrets are set. */
export type SellerConfig<Declaration extends SellerDeclaration> = Readonly<
  z.infer<z.ZodObject<Declaration['variables']>> & {
    [Secret in keyof Declaration['secrets'] as Declaration['secrets'][Secret] extends {
      readonly required: true;
    }
      ? Secret
      : never]: string;
  }
>;
