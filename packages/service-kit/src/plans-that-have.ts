/** The plans that have a feature, from what billing says the account lacks. */
export const plansThatHave = (
  missing: readonly { readonly feature: string; readonly plans: string[] }[] | undefined,
  feature: string,
): string[] => missing?.find((each) => each.feature === feature)?.plans ?? [];
