interface Props {
  label: string;
  name: string;
  checked: boolean;
  hint?: string;
}

/** Yes or no. */
export const CheckField = ({ label, name, checked, hint }: Props) => (
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
