import { Badge, type Tone } from './blocks';

export type StatusWords = Readonly<Record<string, readonly [Tone, string]>>;

/** A status in words. One without words appears as it is. */
export const StatusBadge = ({ status, words }: { status: string; words: StatusWords }) => {
  const [tone, text] = words[status] ?? ['neutral', status];
  return <Badge tone={tone}>{text}</Badge>;
};
