/** The kind of money in this deployment, and which labels the operator allows it to pay for. */
export interface MoneyKind {
  /** True when all cards are test cards. */
  readonly sandbox: boolean;
  /**
   * Whether this money may also pay for labels of the other kind: sandbox money for real labels, or real money for
   * sandbox labels.
   */
  readonly mayMix: boolean;
}

interface Settings {
  readonly PAYMENTS: string;
  readonly ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: boolean;
  readonly ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS: boolean;
}

/** @param addresses of callers and services. When all are loopback, real cards may pay for sandbox labels. */
export function moneyKind(settings: Settings, addresses: readonly string[]): MoneyKind {
  const sandbox = settings.PAYMENTS === 'sandbox';
  const mayMix = sandbox
    ? settings.ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS
    : settings.ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS || addresses.every(isLoopback);
  return { sandbox, mayMix };
}

/** @param address a URL, or `host:port` */
function isLoopback(address: string): boolean {
  const { hostname } = new URL(address.includes('://') ? address : `tcp://${address}`);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** Returns the variable that must be set before this money pays for such labels; undefined when it already may pay. */
export function lackingAllowance({ sandbox, mayMix }: MoneyKind, realLabels: boolean): string | undefined {
  if (sandbox !== realLabels || mayMix) return undefined;
  return sandbox ? 'ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS' : 'ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS';
}
