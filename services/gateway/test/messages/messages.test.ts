import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageRows } from './message-rows';
import { messagesTable } from './messages-table';

const TABLE = join(__dirname, '../../../../docs/messages-table.md');
const rows = messageRows();

it('docs/messages-table.md is what the code says: npm run messages writes it', () => {
  const table = messagesTable(rows);
  if (process.env.WRITE_MESSAGES) writeFileSync(TABLE, table);
  expect(readFileSync(TABLE, 'utf8')).toBe(table);
});
