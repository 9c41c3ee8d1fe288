import { type ReactNode, useId } from 'react';
import { useFailedForm, useFieldProps } from '../forms/failed-form.ts';

interface FieldGroupProps {
  /** For links that lead to these fields. */
  id?: string;
  title: string;
  children: ReactNode;
}

/** Fields of one subject, with a heading. */
export function FieldGroup({ id, title, children }: FieldGroupProps) {
  return (
    <fieldset id={id} className="scroll-mt-24 grid gap-4 rounded-lg bg-surface p-6 shadow-lift">
      <legend className="float-left mb-1 font-display text-lg font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceFieldProps {
  type?: 'checkbox' | 'radio';
  name: string;
  value?: string;
  label: string;
  hint: string;
  defaultChecked: boolean;
  required?: boolean;
}

/**
 * A checkbox or radio button with a label and a hint. A checked checkbox sends "yes". In a form that failed, what was
 * chosen stays.
 */
export function ChoiceField({
  type = 'checkbox',
  value = 'yes',
  label,
  hint,
  defaultChecked,
  ...input
}: ChoiceFieldProps) {
  const id = useId();
  const failed = useFailedForm();
  return (
    <div className="clear-both flex items-start gap-3">
      <input
        {...input}
        type={type}
        id={id}
        value={value}
        defaultChecked={failed?.typed ? failed.typed[input.name] === value : defaultChecked}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium wrap-anywhere">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm wrap-anywhere text-muted">
          {hint}
        </p>
      </div>
    </div>
  );
}

interface SelectFieldProps {
  name: string;
  label: string;
  hint?: string;
  defaultValue: string;
  /** Labels by value. Pairs keep the order of values that are numbers. */
  options: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
}

/** A select with a label and a hint. */
export function SelectField({ name, label, hint, options, ...given }: SelectFieldProps) {
  const { defaultValue } = useFieldProps({ name, ...given });
  const id = useId();
  return (
    <div className="clear-both grid max-w-form gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        // A new element after a save, so that it shows what was saved.
        key={defaultValue}
        defaultValue={defaultValue}
        aria-describedby={hint && `${id}-hint`}
        className="control min-h-11 px-3"
      >
        {(Array.isArray(options) ? options : Object.entries(options)).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
