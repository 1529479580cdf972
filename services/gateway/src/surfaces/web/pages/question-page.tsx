import type { ComponentChildren } from 'preact';
import { type Page, page } from '../routing/answer';
import { PageHead } from '../view/blocks';
import { Button, ButtonLink, PostForm } from '../view/forms';

interface Question {
  /** The question, which names the action. */
  readonly title: string;
  readonly lead?: string;
  readonly notes?: ComponentChildren;
  /** What the action ends and cannot be undone, in one sentence. */
  readonly consequence: ComponentChildren;
  /** The button that does it. Its words are those of the title. */
  readonly button: string;
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string>>;
  /** The page to which the visitor returns if nothing shall change. */
  readonly back: string;
  readonly backWords?: string;
}

/** The page that asks before an action that ends something at once and cannot be undone. */
export const questionPage = (question: Question): Page => {
  const { title, lead, notes, consequence, button, action, hidden = {}, back, backWords } = question;
  return page(
    title,
    <>
      <PageHead title={title} lead={lead} />
      <div class="stack">
        {notes}
        <p>{consequence}</p>
        <PostForm action={action} hidden={hidden} class="row">
          <Button look="danger">{button}</Button>
          <ButtonLink href={back} look="quiet">
            {backWords ?? 'Cancel'}
          </ButtonLink>
        </PostForm>
      </div>
    </>,
    { narrow: true },
  );
};
