import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '../domain-error';

/** Returns the refusal of a hook whose source is not configured here. */
export const hookNotConfigured = ({ source }: Pick<HookDelivery, 'source'>): DomainError =>
  new DomainError('not_found', 'hook_not_configured', { source });
