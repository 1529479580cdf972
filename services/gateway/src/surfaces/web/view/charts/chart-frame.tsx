import type { ComponentChildren } from 'preact';

export const CHART = { width: 440, height: 240, top: 12, right: 8, bottom: 26, left: 48 } as const;

interface Props {
  /** Unique on the page. */
  id: string;
  title: string;
  /** What the drawing shows, in a sentence that gives its figures' gist. */
  description: string;
  width?: number;
  height?: number;
  children: ComponentChildren;
}

/** A drawing that says what it is; colours come from the sheet by class, for light and dark. */
export const ChartFrame = ({ id, title, description, width, height, children }: Props) => (
  <svg
    class="chart"
    viewBox={`0 0 ${width ?? CHART.width} ${height ?? CHART.height}`}
    role="img"
    aria-labelledby={`${id}-title ${id}-description`}
  >
    <title id={`${id}-title`}>{title}</title>
    <desc id={`${id}-description`}>{description}</desc>
    {children}
  </svg>
);
