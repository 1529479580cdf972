import { Spender } from '@parcelyard/contracts/common';
import type { SpenderKind } from '../domain/spender';

/** One of an earlier version's caller counts as the access token. */
export const readSpender = (spender: Spender | undefined): SpenderKind =>
  spender === Spender.APP ? 'app' : 'token';

export const toSpender = (kind: SpenderKind | undefined): Spender =>
  kind === 'app' ? Spender.APP : Spender.TOKEN;
