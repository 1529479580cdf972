interface Props {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  hint?: string;
  error?: string | undefined;
}

/** A labelled choice among a few. */
export const SelectField = ({ label, name, value, options, hint, error }: Props) => {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select
        id={name}
        name={name}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described || undefined}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <div class="hint" id={`${name}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div class="error" id={`${name}-error`}>
          {error}
        </div>
      )}
    </div>
  );
};
