import { CHANGELOG } from '../../../../rest/changelog/changelog';
import { VERSIONING } from '../../../../rest/changelog/versioning';
import { Card } from '../../../view/blocks';
import { Table } from '../../../view/table';
import type { GuidePage } from '../guide-page';

export const CHANGES: GuidePage = {
  path: '/public/docs/changelog',
  title: 'Versions and changelog',
  short: 'Versions and changelog',
  description: 'What stays compatible, what may be added at any time, and what has changed.',
  body: (
    <div class="stack">
      <div id="versioning">
        <Card title="Versioning" lead={VERSIONING.promise}>
          <p>These changes may come at any time. Write clients that accept them:</p>
          <ul>
            {VERSIONING.compatible.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          {VERSIONING.rules.map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
        </Card>
      </div>
      <Card
        title="Changelog"
        lead={
          <>
            Newest first. As JSON: <a href="/public/changelog">/public/changelog</a>.
          </>
        }
      >
        <Table
          caption="Changes of the API"
          columns={[
            { heading: 'Date', cell: ({ date }) => <time dateTime={date}>{date}</time> },
            { heading: 'Kind', cell: ({ kind }) => kind },
            { heading: 'Change', kind: 'text', cell: ({ description }) => description },
          ]}
          rows={CHANGELOG}
        />
      </Card>
    </div>
  ),
};
