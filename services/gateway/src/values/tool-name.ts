/** The tools' name for a member of a contract: `orderId` is `order_id`. */
export type ToolName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${ToolName<Rest>}`
    : `_${Lowercase<First>}${ToolName<Rest>}`
  : '';
