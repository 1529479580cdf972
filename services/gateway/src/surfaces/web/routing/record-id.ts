const RECORD_ID = /^[1-9]\d{0,14}$/;

/** Returns the id of a record in a URL; undefined when the text cannot be an id. */
export const recordId = (text: string | undefined): number | undefined =>
  text !== undefined && RECORD_ID.test(text) ? Number(text) : undefined;
