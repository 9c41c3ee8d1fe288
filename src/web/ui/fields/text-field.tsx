import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { countCharacters } from '#shared/format/texts/characters.ts';
import { useFieldProps } from '../forms/failed-form.ts';
import { limitCharacters } from './limit-characters.ts';

interface FieldProps {
  label: string;
  /** A help text below the input. */
  hint?: ReactNode;
  /** What is wrong with the typed value. */
  error?: string;
  /** Whether to show how many of `maxLength` characters are used. */
  counter?: boolean;
  /** Whether the label is for screen readers only. */
  labelHidden?: boolean;
  /** A button at the end of the field; only for a single line. */
  end?: ReactNode;
}

export type InputProps = FieldProps & { multiline?: false } & ComponentProps<'input'>;
type AreaProps = FieldProps & { multiline: true } & ComponentProps<'textarea'>;

/**
 * A labelled text input, or a text area with `multiline`. Hint, error and counter describe it. `maxLength` counts
 * characters as the server does. In a form that failed, it shows its error and keeps what was typed.
 */
export function TextField(given: InputProps | AreaProps) {
  const props = useFieldProps(given);
  const { label, hint, error, counter, labelHidden, end, maxLength, className = '' } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [length, setLength] = useState(() =>
    countCharacters(String(props.value ?? props.defaultValue ?? '')),
  );
  const describedBy = [
    hint && `${id}-hint`,
    error && `${id}-error`,
    counter && `${id}-count`,
    props['aria-describedby'],
  ].filter(Boolean);
  const attributes = {
    id,
    maxLength: maxLength && 4 * maxLength,
    'aria-describedby': describedBy.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <div className={`flex items-baseline justify-between gap-4 ${labelHidden ? 'sr-only' : ''}`}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {counter && maxLength && (
          <span
            id={`${id}-count`}
            className={`text-xs ${length > maxLength ? 'font-medium text-danger' : 'text-muted'}`}
          >
            {length} / {maxLength}
          </span>
        )}
      </div>
      {props.multiline ? (
        <textarea
          rows={4}
          {...areaProps(props)}
          {...attributes}
          onInput={(event) => {
            setLength(limitCharacters(event.currentTarget, maxLength));
            props.onInput?.(event);
          }}
          className="control field-sizing-content min-h-24 resize-y px-3.5 py-2.5"
        />
      ) : (
        <div data-field className="relative grid">
          <input
            {...inputProps(props)}
            {...attributes}
            onInput={(event) => {
              setLength(limitCharacters(event.currentTarget, maxLength));
              props.onInput?.(event);
            }}
            className={`control min-h-11 pl-3.5 ${end ? 'pr-12' : 'pr-3.5'}`}
          />
          {end && <div className="absolute inset-y-0 right-0 grid place-items-center">{end}</div>}
        </div>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {/* A live region must exist before its text appears. */}
      <div aria-live="polite" className="contents">
        {error && (
          <p id={`${id}-error`} className="text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

function inputProps(props: InputProps): ComponentProps<'input'> {
  const { label, hint, error, counter, labelHidden, end, multiline, className, ...rest } = props;
  return rest;
}

function areaProps(props: AreaProps): ComponentProps<'textarea'> {
  const { label, hint, error, counter, labelHidden, end, multiline, className, ...rest } = props;
  return rest;
}
