import type { ReactNode } from 'react';
import { useFailedForm } from '#web/ui/forms/failed-form.ts';

interface RadioChoiceProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: ReactNode }[];
  chosen?: string;
  required?: boolean;
}

/** A choice between few values, as buttons. In a form that failed, it shows its error and keeps what was chosen. */
export function RadioChoice({ name, legend, options, chosen, required = true }: RadioChoiceProps) {
  const failed = useFailedForm();
  const error = failed?.fields[name];
  const errorId = `${name}-error`;
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="grid gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="relative inline-flex min-h-11 cursor-pointer items-center rounded-md bg-plinth px-4 font-medium transition-colors hover:bg-line has-checked:bg-accent-wash has-checked:text-accent-ink has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name={name}
              value={value}
              required={required}
              defaultChecked={(failed?.typed?.[name] ?? chosen) === value}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
