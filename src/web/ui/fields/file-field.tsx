import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFailedForm } from '../forms/failed-form.ts';

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'id'> {
  label: string;
  /** A help text below the input. */
  hint: ReactNode;
  /** What is wrong with the chosen files. */
  error?: string | undefined;
}

/** A labelled input for files. Its form needs the encoding `multipart/form-data`. */
export function FileField({ label, hint, error: ownError, ...rest }: FileFieldProps) {
  const id = useId();
  const failed = useFailedForm();
  const error = ownError ?? failed?.fields[rest.name ?? ''];
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...rest}
        type="file"
        id={id}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        className="control min-h-11 w-full min-w-0 px-2 py-1.5 file:mr-3 file:min-h-8 file:rounded-sm file:bg-plinth file:px-3 file:font-semibold file:text-ink"
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
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
