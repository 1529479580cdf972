import type { HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '../domain-error';

export const hookNotConfigured = ({ source }: Pick<HookDelivery, 'source'>): DomainError =>
  new DomainError('not_found', 'hook_not_configured', { source });
