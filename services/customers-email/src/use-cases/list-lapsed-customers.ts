import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { clampPage, type Page } from '@parcelyard/service-kit/page';
import type { Customer } from '../domain/customer';
import { daysBefore, LAPSED_AFTER_DAYS } from '../domain/lapse';
import type { CustomerStore } from '../ports';

interface Dependencies {
  customers: CustomerStore;
  clock: Clock;
}

/** Customers who have ordered, but not within so many days; longest ago first. */
export const listLapsedCustomers =
  ({ customers, clock }: Dependencies) =>
  (
    accountId: AccountId,
    days: number,
    wanted: Page | undefined,
  ): Promise<{ customers: Customer[]; total: number }> =>
    customers.listLapsed(
      accountId,
      daysBefore(clock.now(), days > 0 ? days : LAPSED_AFTER_DAYS),
      clampPage(wanted),
    );
