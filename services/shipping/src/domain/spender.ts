/** Through what the account's money is spent. */
export type SpenderKind = 'token' | 'app';
