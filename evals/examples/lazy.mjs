/** Does nothing and reports success. No job may then count as done. */
export default async () => 'Done.';
