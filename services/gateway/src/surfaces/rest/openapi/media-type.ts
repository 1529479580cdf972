export const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
