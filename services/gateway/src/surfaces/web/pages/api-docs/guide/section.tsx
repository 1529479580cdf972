import type { ComponentChildren } from 'preact';
import { Card } from '../../../view/blocks';

interface SectionProps {
  /** Anchor. */
  id: string;
  title: string;
  children: ComponentChildren;
}

/** One subject that concerns every operation. */
export const Section = ({ id, title, children }: SectionProps) => (
  <div id={id}>
    <Card title={title}>{children}</Card>
  </div>
);
