interface Props {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'number' | 'search' | 'date';
  value?: string | undefined;
  hint?: string;
  /** What is wrong with the value, as a sentence. */
  error?: string | undefined;
  autocomplete?: string;
  required?: boolean;
  /** In a filter nothing is required, and nothing needs to say so. */
  plain?: boolean;
  maxLength?: number;
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel' | 'url';
}

/** A labelled input with its hint and its error, tied together for screen readers. */
export const Field = (props: Props) => {
  const { label, name, type = 'text', value, hint, error, required = false, plain = false } = props;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>
        {label}
        {!required && !plain && <span class="optional"> (optional)</span>}
      </label>
      <input
        id={name}
        name={name}
        // The types know inputs one by one; what stands here holds for each of them.
        type={type as 'text'}
        value={value}
        required={required}
        maxLength={props.maxLength}
        inputMode={props.inputMode}
        autocomplete={props.autocomplete}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={described || undefined}
      />
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
