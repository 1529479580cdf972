/**
 * What stands behind a refusal for want of a feature: which plans have it, and who changes them where.
 * @param plans names of the plans on offer; none when a service of an earlier version refused
 */
export function planAdvice(plans: readonly string[] = []): string {
  const where = 'owner changes plans under Settings, Billing.';
  const last = plans.at(-1);
  if (last === undefined) return `The ${where}`;
  if (plans.length === 1) return `${last} includes it; the ${where}`;
  return `${plans.slice(0, -1).join(', ')} and ${last} include it; the ${where}`;
}
