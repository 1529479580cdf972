interface Props {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  error?: string | undefined;
}

/** A labelled choice among a few. */
export const SelectField = ({ label, name, value, options, error }: Props) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select
      id={name}
      name={name}
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
    {error && (
      <div class="error" id={`${name}-error`}>
        {error}
      </div>
    )}
  </div>
);
