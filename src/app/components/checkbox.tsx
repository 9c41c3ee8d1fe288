import { type ComponentProps, type ReactNode, useId } from 'react';

interface CheckboxProps extends ComponentProps<'input'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A box to tick, with its label beside it. */
export function Checkbox({ label, hint, className = '', ...rest }: CheckboxProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  return (
    <div className={`flex gap-3 ${className}`}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-5 shrink-0 cursor-pointer"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
