import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Heading, Notice } from '../base/blocks';
import { OwnerWaits } from './owner-waits';
import { type Refusal, readRefusal } from './refusal';
import { useLatest } from './use-latest';

interface Props<P> {
  readonly tool: string;
  /** Arguments of the preview, without `confirm`. */
  readonly args: object;
  /** The refusal that the model got when it confirmed. */
  readonly text: string;
  readonly title: string;
  readonly children: (preview: P, refusal: Refusal) => ComponentChildren;
}

/** Shows the purchase again after a refusal, so that a person can buy when the owner has decided. */
export function AfterRefusal<P>({ tool, args, text, title, children }: Props<P>) {
  const latest = useLatest<P>(tool, args);
  const refusal = readRefusal(text);
  useEffect(() => {
    if (refusal.mayTryAgain) latest.ask();
  }, []);
  if (latest.preview) return <>{children(latest.preview, refusal)}</>;
  return (
    <>
      <Heading>{title}</Heading>
      {refusal.kind === 'other' && !refusal.mayTryAgain ? (
        <Notice tone="bad">{refusal.words}</Notice>
      ) : (
        <OwnerWaits refusal={refusal} />
      )}
      {latest.problem && latest.problem !== text && <Notice tone="bad">{latest.problem}</Notice>}
    </>
  );
}
