/** A sentence of the document; text between back quotes becomes code. */
export const Prose = ({ children }: { children: string }) => (
  <>{children.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
);
