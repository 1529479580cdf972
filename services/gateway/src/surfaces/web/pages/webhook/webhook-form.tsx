import { Badge } from '../../view/badge';
import { Button } from '../../view/button';
import { Card } from '../../view/card';
import { Field } from '../../view/field';
import { PostForm } from '../../view/post-form';

interface Props {
  path: string;
  csrf: string;
  /** What is registered. */
  url: string | undefined;
  /** What was typed, when it was refused. */
  given: string | null;
  problem: string | undefined;
}

/** The address that events are sent to. */
export const WebhookForm = ({ path, csrf, url, given, problem }: Props) => (
  <Card title="Endpoint" aside={url === undefined ? <Badge>Off</Badge> : <Badge tone="good">On</Badge>}>
    <PostForm action={path} csrf={csrf} class="stack-tight">
      <Field
        label="URL"
        name="url"
        type="url"
        value={given ?? url ?? ''}
        hint="An http or https address on a public host. What it answers with 2xx counts as delivered."
        error={problem}
        maxLength={2048}
        inputMode="url"
        required
      />
      <div>
        <Button>Save</Button>
      </div>
    </PostForm>
    {url !== undefined && (
      <PostForm action={`${path}/remove`} csrf={csrf}>
        <Button look="danger" size="small">
          Remove webhook
        </Button>
      </PostForm>
    )}
  </Card>
);
