import { bad, type Check, good } from '@parcelyard/service-kit/diagnosis/finding';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { BillingClient } from '../../ports';

/** Pause before billing is asked again. Billing may start later than this service. */
const RETRY_MS = 5_000;

interface Options {
  readonly billing: Pick<BillingClient, 'checkLabels'>;
  readonly logger: Logger;
  readonly realLabels: boolean;
}

/**
 * Asks billing whether the labels that are sold here match billing's money. Normally, real money pays only for real
 * labels, and sandbox money only for sample labels. Billing also refuses each purchase that breaks this rule. If labels
 * and money do not match, this check keeps the service from becoming ready, so that the operator sees the problem
 * before the first purchase.
 */
export function startMoneyCheck({ billing, logger, realLabels }: Options) {
  let isMixed = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Returns the problem when labels and money do not match. @throws the error when billing does not answer */
  const compare = async (): Promise<string | undefined> => {
    try {
      await billing.checkLabels({ realLabels });
      isMixed = false;
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'labels_of_another_kind') throw error;
      isMixed = true;
    }
    return isMixed ? problem(realLabels) : undefined;
  };
  const begin = async () => {
    try {
      const words = await compare();
      if (words) logger.fatal({}, words);
      if (!words) return;
    } catch (error) {
      logger.debug({ err: error }, 'billing was not asked yet what kind of money it has');
    }
    if (!stopped) timer = setTimeout(begin, RETRY_MS).unref();
  };
  void begin();

  const check: Check = {
    name: 'money and carriers',
    run: async () => {
      const words = await compare();
      return words ? bad(words) : good(realLabels ? 'real carriers' : 'sandbox carriers');
    },
  };
  return {
    check,
    notReady: (): readonly string[] => (isMixed ? [problem(realLabels)] : []),
    stop: (): void => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const problem = (realLabels: boolean): string =>
  realLabels
    ? 'CARRIERS sells real labels but PAYMENTS is sandbox, so nobody pays for the labels. Nothing is sold unless billing has ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS=yes'
    : 'PAYMENTS charges real cards but CARRIERS is sandbox, whose labels no carrier accepts. Nothing is sold unless billing has ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS=yes';
