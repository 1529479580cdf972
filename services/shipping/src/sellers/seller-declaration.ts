import type { z } from 'zod';

/**
 * What the rest of the product needs to know of a seller without its code: the start reads its variables, the chart its
 * secrets and ports, the gateway its hook, and seals its name.
 */
export interface SellerDeclaration {
  /** Lower-case letters, as in `CARRIERS` and in purchases. */
  readonly name: string;
  /** As people read it, such as `EasyPost`. */
  readonly title: string;
  /** What it sells, for the documentation of `CARRIERS`. */
  readonly sells: string;
  /** False: its labels are samples. It is then never configured beside another seller, so that nobody takes one for real. */
  readonly isReal: boolean;
  /** Codes of the carriers whose labels it can sell. `<NAME>_CARRIERS` chooses among them. */
  readonly carriers: readonly string[];
  /** Its environment variables, each beginning with its name. The comment above each is its documentation. */
  readonly variables: Readonly<Record<string, z.ZodType>>;
  /** Those of them that are secrets; a required one must be set when `CARRIERS` names the seller. */
  readonly secrets: Readonly<Record<string, { readonly required?: true }>>;
  /** Ports of other networks that it calls. */
  readonly egressPorts: readonly number[];
  /** Where it posts its events; absent when it sends none. */
  readonly hook?: {
    /** Begins with `/webhooks/<name>`; `{/:key}` stands for a secret last part. */
    readonly path: `/webhooks/${string}`;
    /** Request headers that it reads, in lower case. */
    readonly headers: readonly string[];
  };
  /** The variable that names the deployment's own carrier accounts; absent: merchants cannot use their own here. */
  readonly accountsVariable?: string;
}

/** The parsed variables of a seller; its required secrets are set. */
export type SellerConfig<Declaration extends SellerDeclaration> = Readonly<
  z.infer<z.ZodObject<Declaration['variables']>> & {
    [Secret in keyof Declaration['secrets'] as Declaration['secrets'][Secret] extends {
      readonly required: true;
    }
      ? Secret
      : never]: string;
  }
>;
