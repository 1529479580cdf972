import type { MailReport } from '@parcelyard/contracts/customers';
import { Badge, Card } from '../../view/blocks';
import { Button, PostForm } from '../../view/forms';
import { type Column, momentColumn, Table } from '../../view/table';

interface Props {
  action: string;
  reports: readonly MailReport[];
}

/** The addresses that bounced or complained, the latest at the top. */
export const MailReportsCard = ({ action, reports }: Props) => (
  <Card
    title="Mail that came back"
    lead="A mailbox that does not exist gets nothing more from you; who reported a mail as spam gets no more marketing."
  >
    {reports.length === 0 ? (
      <p class="muted">None did.</p>
    ) : (
      <Table
        caption="Addresses, the latest report first"
        columns={[...COLUMNS, again(action)]}
        rows={reports}
      />
    )}
  </Card>
);

const COLUMNS: readonly Column<MailReport>[] = [
  { heading: 'Address', cell: ({ address }) => address },
  {
    heading: 'What was heard',
    cell: ({ bounceStatus, complainedAt, softBounces }) => (
      <div class="row">
        {bounceStatus !== undefined && <Badge tone="bad">{`No such mailbox (${bounceStatus})`}</Badge>}
        {complainedAt && <Badge tone="warn">Reported as spam</Badge>}
        {softBounces > 0 && (
          <Badge>{`Came back ${softBounces === 1 ? 'once' : `${softBounces} times`}`}</Badge>
        )}
      </div>
    ),
  },
  momentColumn('Last', ({ lastAt }) => lastAt),
];

const again = (action: string): Column<MailReport> => ({
  heading: 'Actions',
  kind: 'actions',
  cell: ({ address, bounceStatus }) =>
    bounceStatus !== undefined && (
      <PostForm action={action} hidden={{ address }}>
        <Button look="quiet" size="small">
          It works again
        </Button>
      </PostForm>
    ),
});
