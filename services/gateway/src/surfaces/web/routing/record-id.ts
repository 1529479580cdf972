const RECORD_ID = /^[1-9]\d{0,14}$/;

/** The id of a record in an address; undefined for what no record can have. */
export const recordId = (text: string | undefined): number | undefined =>
  text !== undefined && RECORD_ID.test(text) ? Number(text) : undefined;
