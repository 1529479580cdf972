import { DomainError } from '@parcelyard/service-kit/domain-error';
import { lackingAllowance, type MoneyKind } from '../domain/money-kind';

interface LabelKind {
  readonly realLabels?: boolean | undefined;
}

/**
 * Real money normally pays only for real labels, sandbox money only for sample labels. Returns the error when this
 * money may not pay for these labels, otherwise undefined.
 */
export function labelsOfAnotherKind(
  money: MoneyKind,
  { realLabels = false }: LabelKind,
): DomainError | undefined {
  const variable = lackingAllowance(money, realLabels);
  if (variable === undefined) return undefined;
  const detail = `PAYMENTS and CARRIERS are of two kinds; ${variable} is not set to yes`;
  return new DomainError('failed_precondition', 'labels_of_another_kind', {}, { detail });
}

/** @throws DomainError failed_precondition when this money may not pay for these labels */
export function refuseLabelsOfAnotherKind(money: MoneyKind, asked: LabelKind): void {
  const refusal = labelsOfAnotherKind(money, asked);
  if (refusal) throw refusal;
}
