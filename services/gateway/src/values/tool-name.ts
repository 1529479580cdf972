/** The name of a field as tools write it: `order_id` for `orderId`. */
export type ToolName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${ToolName<Rest>}`
    : `_${Lowercase<First>}${ToolName<Rest>}`
  : '';
