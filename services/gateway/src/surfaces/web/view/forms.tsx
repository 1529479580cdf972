import type { ComponentChildren } from 'preact';

interface PostFormProps {
  /** Path that the form posts to. */
  action: string;
  csrf: string;
  /** Values that the reader does not choose. */
  hidden?: Readonly<Record<string, string>>;
  class?: string;
  children: ComponentChildren;
}

/** The only way to write a form that changes something: none is without its token. */
export const PostForm = ({ action, csrf, hidden = {}, class: className, children }: PostFormProps) => (
  <form method="post" action={action} class={className}>
    <input type="hidden" name="csrf" value={csrf} />
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);

interface FieldProps {
  label: string;
  /** Read out behind the label, where the page around it says it to the eye. */
  of?: string;
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
export const Field = (props: FieldProps) => {
  const { label, of, name, type = 'text', value, hint, error, required = false, plain = false } = props;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={name}>
        {label}
        {of && <span class="visually-hidden">, {of}</span>}
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

type Options = readonly (readonly [value: string, text: string])[];

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  options: Options;
  /** More of them, each list under its heading. */
  groups?: readonly (readonly [heading: string, options: Options])[];
  hint?: string;
  error?: string | undefined;
}

/** A labelled choice among a few. */
export const SelectField = ({ label, name, value, options, groups = [], hint, error }: SelectFieldProps) => {
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
        <OptionList options={options} value={value} />
        {groups.map(([heading, grouped]) => (
          <optgroup key={heading} label={heading}>
            <OptionList options={grouped} value={value} />
          </optgroup>
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

const OptionList = ({ options, value }: { options: Options; value: string }) => (
  <>
    {options.map(([option, text]) => (
      <option key={option} value={option} selected={option === value}>
        {text}
      </option>
    ))}
  </>
);

interface CheckFieldProps {
  label: string;
  name: string;
  checked: boolean;
  hint?: string;
}

/** Yes or no. */
export const CheckField = ({ label, name, checked, hint }: CheckFieldProps) => (
  <div class="choice">
    <input
      type="checkbox"
      id={name}
      name={name}
      checked={checked}
      aria-describedby={hint ? `${name}-hint` : undefined}
    />
    <div>
      <label for={name}>{label}</label>
      {hint && (
        <div class="hint" id={`${name}-hint`}>
          {hint}
        </div>
      )}
    </div>
  </div>
);

interface ButtonProps {
  look?: 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small' | 'wide';
  /** What the form sends when this button sends it. */
  name?: string;
  value?: string;
  children: ComponentChildren;
}

const classes = (look: ButtonProps['look'] = 'plain', size: ButtonProps['size'] = 'normal') =>
  ['button', look, size].filter((part) => part !== 'plain' && part !== 'normal').join(' ');

/** Sends the form that it stands in. */
export const Button = ({ look, size, name, value, children }: ButtonProps) => (
  <button type="submit" class={classes(look, size)} name={name} value={value}>
    {children}
  </button>
);

/** A link that is as weighty as a button. */
export const ButtonLink = ({
  href,
  look,
  size,
  children,
}: Omit<ButtonProps, 'name' | 'value'> & { href: string }) => (
  <a href={href} class={classes(look, size)}>
    {children}
  </a>
);
