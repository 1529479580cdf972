import type { ComponentChildren } from 'preact';

interface StepProps {
  title: string;
  /** Marks a finished step. Steps of a guide are never finished. */
  done?: boolean;
  children?: ComponentChildren;
}

/** One step in a list of the class `steps`. */
export const Step = ({ title, done = false, children }: StepProps) => (
  <li class={done ? 'step done' : 'step'}>
    <span class="step-mark" aria-hidden="true" />
    <div class="step-body">
      <h2>
        {title}
        {done && <span class="visually-hidden"> (done)</span>}
      </h2>
      {children}
    </div>
  </li>
);
