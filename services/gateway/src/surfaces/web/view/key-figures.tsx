/** A few figures that matter most, each under its name. */
export const KeyFigures = ({ rows }: { rows: readonly (readonly [name: string, figure: string])[] }) => (
  <dl class="key-figures">
    {rows.map(([name, figure]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
);
