/** Does nothing and says that all is well: no job may be taken for done. */
export default async () => 'Done.';
