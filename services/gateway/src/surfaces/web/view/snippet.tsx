/** Text to copy as it stands: one click selects all of it. */
export const Snippet = ({ label, children }: { label: string; children: string }) => (
  <figure aria-label={label}>
    <pre class="snippet">
      <code>{children}</code>
    </pre>
  </figure>
);
