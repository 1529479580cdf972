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
    title="Bounced e-mail"
    lead="No more e-mail is sent to a mailbox that does not exist. Customers who reported an e-mail as spam get no more marketing e-mail."
  >
    {reports.length === 0 ? (
      <p class="muted">No e-mail has bounced, and nobody has reported spam.</p>
    ) : (
      <Table caption="Addresses, latest report first" columns={[...COLUMNS, again(action)]} rows={reports} />
    )}
  </Card>
);

const COLUMNS: readonly Column<MailReport>[] = [
  { heading: 'Address', cell: ({ address }) => address },
  {
    heading: 'Report',
    cell: ({ bounceStatus, complainedAt, softBounces }) => (
      <div class="row">
        {bounceStatus !== undefined && <Badge tone="bad">{`No such mailbox (${bounceStatus})`}</Badge>}
        {complainedAt && <Badge tone="warn">Reported as spam</Badge>}
        {softBounces > 0 && (
          <Badge>{softBounces === 1 ? '1 temporary bounce' : `${softBounces} temporary bounces`}</Badge>
        )}
      </div>
    ),
  },
  momentColumn('Last report', ({ lastAt }) => lastAt),
];

const again = (action: string): Column<MailReport> => ({
  heading: 'Actions',
  kind: 'actions',
  cell: ({ address, bounceStatus }) =>
    bounceStatus !== undefined && (
      <PostForm action={action} hidden={{ address }}>
        <Button look="quiet" size="small">
          Allow e-mail again
        </Button>
      </PostForm>
    ),
});
