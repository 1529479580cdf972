import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '../domain-error';

/** To an outside service for whose events nothing is set up here. */
export const hookNotConfigured = ({ source }: Pick<HookDelivery, 'source'>): DomainError =>
  new DomainError('not_found', 'hook_not_configured', { source });
