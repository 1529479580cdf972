import { Button } from '../../view/button';
import { Card } from '../../view/card';
import { PostForm } from '../../view/post-form';
import { Snippet } from '../../view/snippet';

interface Props {
  action: string;
  csrf: string;
  /** Absent: it was not asked for. */
  secret: string | undefined;
}

/** What receivers check signatures with; it stands on the page only when it was asked for. */
export const SecretCard = ({ action, csrf, secret }: Props) => (
  <Card title="Signing secret" lead="Your endpoint checks with it that a request came from here.">
    {secret === undefined ? (
      <PostForm action={action} csrf={csrf}>
        <Button look="quiet">Show</Button>
      </PostForm>
    ) : (
      <Snippet label="Signing secret">{secret}</Snippet>
    )}
  </Card>
);
