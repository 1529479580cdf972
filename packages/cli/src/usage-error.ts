/** The command line is not understood or not possible here; the message says what would be. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
