import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Gives a page's forms their hidden `csrf`. It may set a cookie, so it is called only when the page has a form. */
export const FormToken = createContext<(() => string) | undefined>(undefined);

/** Says which field or notice of the page gets the focus: the first one that shows what is wrong with a sent form. */
export const FirstProblem = createContext({ isFound: false });

/** Returns the `autofocus` of an element. Only one element of a page may have it. */
export function useFocus(hasProblem: boolean): true | undefined {
  const first = useContext(FirstProblem);
  if (!hasProblem || first.isFound) return undefined;
  first.isFound = true;
  return true;
}

interface PostFormProps {
  action: string;
  /** Values that the visitor does not choose. */
  hidden?: Readonly<Record<string, string>>;
  class?: string;
  children: ComponentChildren;
}

/** A form that changes something. It always has its token. */
export const PostForm = ({ action, hidden = {}, class: className, children }: PostFormProps) => {
  const token = useContext(FormToken);
  return (
    <form method="post" action={action} class={className}>
      <input type="hidden" name="csrf" value={token?.() ?? ''} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
};

interface FieldProps {
  label: string;
  /** More words of the label, for screen readers only. */
  of?: string;
  name: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'number' | 'search' | 'date';
  value?: string | undefined;
  hint?: ComponentChildren;
  /** What is wrong with the value, in one sentence. */
  error?: string | undefined;
  autocomplete?: string;
  required?: boolean;
  /** For filters, in which no field is required: the label does not say "optional". */
  plain?: boolean;
  maxLength?: number;
  inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'tel' | 'url';
}

/** A labelled input; hint and error are linked to it for screen readers. */
export const Field = (props: FieldProps) => {
  const { label, of, name, type = 'text', value, hint, error, required = false, plain = false } = props;
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
        // The types list each kind of input separately, but these attributes fit all of them.
        type={type as 'text'}
        value={value}
        required={required}
        maxLength={props.maxLength}
        inputMode={props.inputMode}
        autocomplete={props.autocomplete}
        autofocus={useFocus(error !== undefined)}
        {...described(name, hint, error)}
      />
      <Remarks name={name} hint={hint} error={error} />
    </div>
  );
};

/** Connects a field with the hint and error that `Remarks` shows below it. */
const described = (name: string, hint: ComponentChildren, error?: string) => ({
  'aria-invalid': error ? ('true' as const) : undefined,
  'aria-describedby':
    [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined,
});

interface RemarksProps {
  name: string;
  hint: ComponentChildren;
  error?: string | undefined;
}

const Remarks = ({ name, hint, error }: RemarksProps) => (
  <>
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
  </>
);

type Options = readonly (readonly [value: string, text: string])[];

interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  options: Options;
  /** More options, in groups with headings. */
  groups?: readonly (readonly [heading: string, options: Options])[];
  hint?: string;
  error?: string | undefined;
}

/** A labelled choice between a few options. */
export const SelectField = ({ label, name, value, options, groups = [], hint, error }: SelectFieldProps) => {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select
        id={name}
        name={name}
        autofocus={useFocus(error !== undefined)}
        {...described(name, hint, error)}
      >
        <OptionList options={options} value={value} />
        {groups.map(([heading, grouped]) => (
          <optgroup key={heading} label={heading}>
            <OptionList options={grouped} value={value} />
          </optgroup>
        ))}
      </select>
      <Remarks name={name} hint={hint} error={error} />
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

export const CheckField = ({ label, name, checked, hint }: CheckFieldProps) => (
  <div class="choice">
    <input type="checkbox" id={name} name={name} checked={checked} {...described(name, hint)} />
    <div>
      <label for={name}>{label}</label>
      <Remarks name={name} hint={hint} />
    </div>
  </div>
);

interface ButtonProps {
  look?: 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small' | 'wide';
  /** Name and value that the form sends if this button is pressed. */
  name?: string;
  value?: string;
  children: ComponentChildren;
}

const classes = (look: ButtonProps['look'] = 'plain', size: ButtonProps['size'] = 'normal') =>
  ['button', look, size].filter((part) => part !== 'plain' && part !== 'normal').join(' ');

export const Button = ({ look, size, name, value, children }: ButtonProps) => (
  <button type="submit" class={classes(look, size)} name={name} value={value}>
    {children}
  </button>
);

/** A link that looks like a button. */
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
