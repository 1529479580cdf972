import type { Finding } from '@parcelyard/contracts/diagnostics';

/** A check. An error that it throws is a finding, too. */
export interface Check {
  readonly name: string;
  /**
   * @returns the finding
   * @throws Error that says what an operator can do
   */
  run(): Promise<string | Omit<Finding, 'check'>>;
}

export const good = (text: string, fingerprint = ''): Omit<Finding, 'check'> => ({
  ok: true,
  text,
  fingerprint,
});

export const bad = (text: string): Omit<Finding, 'check'> => ({ ok: false, text, fingerprint: '' });
