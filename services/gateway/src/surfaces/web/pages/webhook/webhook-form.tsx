import { createHash } from 'node:crypto';
import { Badge, Card, Notice, Snippet } from '../../view/blocks';
import { Button, ButtonLink, Field, PostForm } from '../../view/forms';
import { Moment } from '../../view/moment';

interface WebhookFormProps {
  path: string;
  url: string | undefined;
  /** What was entered and refused. */
  given: string | null;
  problem: string | undefined;
}

export const WebhookForm = ({ path, url, given, problem }: WebhookFormProps) => (
  <Card title="Endpoint" aside={url === undefined ? <Badge>Off</Badge> : <Badge tone="good">On</Badge>}>
    <PostForm action={path} class="stack-tight">
      <Field
        label="URL"
        name="url"
        type="url"
        value={given ?? url ?? ''}
        hint="An http or https URL on a public host. A 2xx response counts as delivered."
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
      <div class="row">
        <PostForm action={`${path}/test`}>
          <Button look="quiet" size="small">
            Send a test event
          </Button>
        </PostForm>
        <ButtonLink href={`${path}/remove`} look="danger" size="small">
          Remove webhook
        </ButtonLink>
      </div>
    )}
  </Card>
);

interface SecretCardProps {
  path: string;
  secret: string;
  /** True after the owner clicked to show the secret. */
  isShown: boolean;
  /** Until this time, events are also signed with the previous secret. */
  previousUntil: Date | undefined;
  canRotate: boolean;
}

/** The secret with which receivers check signatures. The page shows it only when the owner asks. */
export const SecretCard = ({ path, secret, isShown, previousUntil, canRotate }: SecretCardProps) => (
  <Card title="Signing secret" lead="Your endpoint uses it to verify that a request is from us.">
    {isShown && <Snippet label="Signing secret">{secret}</Snippet>}
    {previousUntil && (
      <Notice tone="info">
        Events are also signed with the previous secret until <Moment at={previousUntil} />.
      </Notice>
    )}
    <div class="row">
      {!isShown && (
        <PostForm action={`${path}/secret`}>
          <Button look="quiet">Show</Button>
        </PostForm>
      )}
      {canRotate &&
        (previousUntil ? (
          <ButtonLink href={`${path}/rotate-secret`} look="quiet">
            Rotate
          </ButtonLink>
        ) : (
          <PostForm action={`${path}/rotate-secret`} hidden={replacing(secret)}>
            <Button look="quiet">Rotate</Button>
          </PostForm>
        ))}
    </div>
    {canRotate && (
      <p class="small muted">
        Rotate creates a new secret. For 24 hours, events are also signed with the current secret, so that
        your endpoint can switch.{previousUntil ? ' The previous secret stops working immediately.' : ''}
      </p>
    )}
  </Card>
);

/** Shown instead of the secret when no key opens the stored secret any more. */
export const LostSecretCard = ({ path }: { path: string }) => (
  <Card title="Signing secret">
    <Notice tone="bad">
      The signing secret can no longer be read, so no event is sent. Rotate it, and give the new secret to
      your endpoint.
    </Notice>
    <PostForm action={`${path}/rotate-secret`} hidden={replacing('')}>
      <Button>Rotate</Button>
    </PostForm>
  </Card>
);

/** With the digest, a form that is sent twice rotates once, so that the current secret also signs for 24 hours. */
export const replacing = (secret: string) => ({
  replaces: createHash('sha256').update(secret).digest('hex'),
});
