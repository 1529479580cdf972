/** Whether this installation uses real or sandbox money, and for which labels it may pay. */
export interface MoneyKind {
  readonly sandbox: boolean;
  /** True when sandbox money may pay for real labels, or real money for sandbox labels. */
  readonly mayMix: boolean;
}

interface Settings {
  readonly PAYMENTS: string;
  readonly ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: boolean;
  readonly ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS: boolean;
}

/**
 * @param addresses where callers reach this installation. When all of them are loopback addresses, real money may pay
 * for sandbox labels.
 */
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

/**
 * Returns the configuration variable that an operator must set before this installation's money may pay for real labels
 * (`realLabels` true) or sandbox labels (false). Undefined when the money may pay for them already.
 */
export function lackingAllowance({ sandbox, mayMix }: MoneyKind, realLabels: boolean): string | undefined {
  if (sandbox !== realLabels || mayMix) return undefined;
  return sandbox ? 'ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS' : 'ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS';
}
