import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

const SHOWN_AT_FIRST = 10;

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly row: (row: Row) => ComponentChild;
}

/** A table that first shows ten rows, so that the view in the chat needs no scroll bar of its own. */
export function ShowAll<Row>({ rows, row }: Props<Row>) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <table>
        <tbody>{shown.map(row)}</tbody>
      </table>
      {shown.length < rows.length && (
        <div>
          <button type="button" class="plain" onClick={() => setAll(true)}>
            {`Show all ${rows.length}`}
          </button>
        </div>
      )}
    </>
  );
}
