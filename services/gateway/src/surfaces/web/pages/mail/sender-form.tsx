import type { Owner } from '../../../../clients/owner';
import { Card, Notice } from '../../view/blocks';
import { Button, Field, PostForm } from '../../view/forms';

interface Props {
  action: string;
  owner: Pick<Owner, 'email' | 'company'>;
  senderName: string;
  replyTo: string;
  /** An address that is not confirmed yet; empty when there is none. */
  asked: string;
  problems: Readonly<Record<string, string>>;
}

export const SenderForm = ({ action, owner, senderName, replyTo, asked, problems }: Props) => (
  <Card title="Sender">
    {asked !== '' && (
      <Notice tone="warn">
        {asked} has not confirmed yet that it wants your customers' replies. Until the link in our e-mail is
        opened, replies go to the previous address. Save again to send the e-mail again.
      </Notice>
    )}
    <PostForm action={action} class="stack narrow">
      <Field
        label="Sender's name"
        name="sender_name"
        value={senderName}
        maxLength={100}
        hint={`The name that customers see beside the sender's address. If empty: ${owner.company || 'your own name'}.`}
        error={problems.sender_name}
        autocomplete="organization"
      />
      <Field
        label="Reply address"
        name="reply_to"
        type="email"
        value={replyTo}
        hint={`Reply-To of every e-mail. If empty: ${owner.email}. Another address must confirm by e-mail first.`}
        error={problems.reply_to}
        autocomplete="email"
      />
      <div>
        <Button>Save sender</Button>
      </div>
    </PostForm>
  </Card>
);
