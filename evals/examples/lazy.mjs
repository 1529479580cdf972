/** A solver that does nothing and reports success. Every job must then fail. */
export default async () => 'Done.';
