import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Badge, Card, EmptyState } from '../../../src/surfaces/web/view/blocks';
import { Field, FormToken, PostForm } from '../../../src/surfaces/web/view/forms';
import { Pagination, Table } from '../../../src/surfaces/web/view/table';

const html = (node: VNode) => renderToString(node);

describe('a template', () => {
  it('shows typed text as text, in attributes and between tags', () => {
    const typed = '"><script>alert(1)</script>';
    const page = html(<Field label={typed} name="note" value={typed} error={typed} />);
    expect(page).not.toContain('<script>');
    expect(page).toContain('value="&quot;>&lt;script>');
  });

  it('renders a card with a heading as a section', () => {
    expect(html(<Card title="Label">text</Card>)).toMatch(/^<section class="card">/);
    expect(html(<Card>text</Card>)).toMatch(/^<div class="card">/);
  });

  it('connects a field to its hint and its error', () => {
    const page = html(<Field label="Name" name="name" hint="As on the label." error="name is required." />);
    expect(page).toContain('aria-invalid="true" aria-describedby="name-hint name-error"');
    expect(page).toContain('<div class="error" id="name-error">name is required.</div>');
  });

  it('refuses a form without its csrf token', () => {
    const form = html(
      <FormToken.Provider value={() => 't0ken'}>
        <PostForm action="/x" hidden={{ action: 'show' }}>
          go
        </PostForm>
      </FormToken.Provider>,
    );
    expect(form).toContain(
      '<form method="post" action="/x"><input type="hidden" name="csrf" value="t0ken"/>',
    );
    expect(form).toContain('<input type="hidden" name="action" value="show"/>');
  });

  it('gives each cell of a table its heading, for narrow screens', () => {
    const page = html(
      <Table
        caption="Fruit"
        columns={[
          { heading: 'Name', cell: (row: { name: string; kind: string }) => row.name },
          { heading: 'Kind', cell: (row) => <Badge>{row.kind}</Badge>, kind: 'numeric' },
        ]}
        rows={[{ name: 'Pear', kind: 'sweet' }]}
      />,
    );
    expect(page).toContain('<td data-label="Name">Pear</td>');
    expect(page).toContain('<td class="numeric" data-label="Kind"><span class="badge">sweet</span></td>');
  });

  it.each([
    [1, '1–10 of 25', ['/list?page=2']],
    [2, '11–20 of 25', ['/list?page=1', '/list?page=3']],
    [3, '21–25 of 25', ['/list?page=2']],
  ])('links page %i to its neighbours', (page, range, hrefs) => {
    const nav = html(<Pagination page={page} pageSize={10} total={25} href={(n) => `/list?page=${n}`} />);
    expect(nav).toContain(range);
    expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(hrefs);
  });

  it.each([
    [25, '/list?page=3'],
    [10, '/list?page=1'],
  ])('leads from a page after the end of %i rows to the last page', (total, last) => {
    const nav = html(<Pagination page={9} pageSize={10} total={total} href={(n) => `/list?page=${n}`} />);
    expect(nav).toContain('There is nothing on this page.');
    expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([last]);
  });

  it('has no page numbers for one page, and a sentence for none', () => {
    expect(html(<Pagination page={1} pageSize={10} total={10} href={String} />)).toBe('');
    expect(html(<EmptyState title="Nothing yet">Soon.</EmptyState>)).toContain('<h2>Nothing yet</h2>Soon.');
  });
});
