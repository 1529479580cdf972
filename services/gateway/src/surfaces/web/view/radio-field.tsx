interface Props {
  legend: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, label: string, hint: string])[];
  error?: string | undefined;
}

/** One of a few, all in sight. */
export const RadioField = ({ legend, name, value, options, error }: Props) => (
  <fieldset class="field choices" aria-describedby={error ? `${name}-error` : undefined}>
    <legend>{legend}</legend>
    {options.map(([option, label, hint]) => (
      <div class="choice" key={option}>
        <input
          type="radio"
          id={`${name}-${option}`}
          name={name}
          value={option}
          checked={option === value}
          aria-describedby={`${name}-${option}-hint`}
        />
        <div>
          <label for={`${name}-${option}`}>{label}</label>
          <div class="hint" id={`${name}-${option}-hint`}>
            {hint}
          </div>
        </div>
      </div>
    ))}
    {error && (
      <div class="error" id={`${name}-error`}>
        {error}
      </div>
    )}
  </fieldset>
);
