import { Badge, type Tone } from './blocks';

export type StatusWords = Readonly<Record<string, readonly [Tone, string]>>;

/** The badge of a status in words. A status without words is shown unchanged. */
export const StatusBadge = ({ status, words }: { status: string; words: StatusWords }) => {
  const [tone, text] = words[status] ?? ['neutral', status];
  return <Badge tone={tone}>{text}</Badge>;
};
