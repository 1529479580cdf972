import type { Command } from './command';

/** Returns the one or two words of a command's name. */
export const nameOf = ({ usage }: Pick<Command, 'usage'>): string =>
  usage
    .split(' ')
    .slice(0, 2)
    .filter((word) => /^[a-z]/.test(word))
    .join(' ');
