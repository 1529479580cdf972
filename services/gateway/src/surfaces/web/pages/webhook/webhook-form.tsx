import { Badge, Card, Snippet } from '../../view/blocks';
import { Button, Field, PostForm } from '../../view/forms';

interface WebhookFormProps {
  path: string;
  csrf: string;
  /** What is registered. */
  url: string | undefined;
  /** What was typed, when it was refused. */
  given: string | null;
  problem: string | undefined;
}

/** The address that events are sent to. */
export const WebhookForm = ({ path, csrf, url, given, problem }: WebhookFormProps) => (
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

interface SecretCardProps {
  action: string;
  csrf: string;
  /** Absent: it was not asked for. */
  secret: string | undefined;
}

/** What receivers check signatures with; it stands on the page only when it was asked for. */
export const SecretCard = ({ action, csrf, secret }: SecretCardProps) => (
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
