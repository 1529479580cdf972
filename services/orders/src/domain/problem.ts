/** One rule that input breaks. */
export interface Problem {
  /** Path of the argument, such as `ship_to.zip`. */
  field: string;
  message: string;
}
