/** A sentence of the document, with what stands between back quotes as code. */
export const Prose = ({ children }: { children: string }) => (
  <>{children.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
);
