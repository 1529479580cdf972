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
        {asked} is not confirmed yet. Open the link in the e-mail that we sent there. Until then, your
        customers' replies go to the previous address. To get the e-mail again, press Save sender.
      </Notice>
    )}
    <PostForm action={action} class="stack narrow">
      <Field
        label="Sender's name"
        name="sender_name"
        value={senderName}
        maxLength={100}
        hint={`The name that customers see beside the sender's address. If empty, they see ${owner.company || 'your own name'}.`}
        error={problems.sender_name}
        autocomplete="organization"
      />
      <Field
        label="Reply address"
        name="reply_to"
        type="email"
        value={replyTo}
        hint={`Your customers' replies go here. If empty, they go to ${owner.email}. For any other address, we first send an e-mail with a link to confirm it.`}
        error={problems.reply_to}
        autocomplete="email"
      />
      <div>
        <Button>Save sender</Button>
      </div>
    </PostForm>
  </Card>
);
