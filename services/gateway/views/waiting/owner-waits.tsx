import { LinkButton, Notice } from '../base/blocks';
import type { Refusal } from './refusal';

const TITLES: Readonly<Record<Refusal['kind'], string>> = {
  approval: 'The owner is asked first',
  limit: "The owner's limits do not allow this",
  denied: 'The owner denied this purchase',
  other: 'Nothing was bought',
};

/** A refused purchase: what the server says, and a link to the owner's page. */
export const OwnerWaits = ({ refusal }: { refusal: Refusal }) => {
  const title = refusal.mayTryAgain ? TITLES[refusal.kind] : 'It is not known whether this was bought';
  return (
    <>
      <Notice tone={refusal.kind === 'other' ? 'bad' : 'warn'} title={title}>
        <p>{refusal.words}</p>
      </Notice>
      {refusal.address && (
        <>
          <p class="quiet">
            Open the page, sign in as the owner and allow the purchase. Then come back and buy. The approval
            is valid for one hour and for this purchase only.
          </p>
          <div class="row">
            <LinkButton href={refusal.address}>Open the approval page</LinkButton>
          </div>
        </>
      )}
    </>
  );
};
