import { Badge, type Tone } from './blocks';

export type StatusWords = Readonly<Record<string, readonly [Tone, string]>>;

/** A status as a badge with its words. Without words, the status itself is shown. */
export const StatusBadge = ({ status, words }: { status: string; words: StatusWords }) => {
  const [tone, text] = words[status] ?? ['neutral', status];
  return <Badge tone={tone}>{text}</Badge>;
};
