import { ConnectionKind as Code } from '@parcelyard/contracts/common';

/** The ways in which a caller is connected: with the account's access token, or as an app that the owner connected. */
export const CONNECTION_KINDS = ['token', 'app'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export const readConnectionKind = (code: Code | undefined): ConnectionKind =>
  code === Code.APP ? 'app' : 'token';

export const writeConnectionKind = (kind: ConnectionKind | undefined): Code =>
  kind === 'app' ? Code.APP : Code.TOKEN;
