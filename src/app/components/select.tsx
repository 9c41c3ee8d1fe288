import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

interface SelectProps extends ComponentProps<'select'> {
  label: string;
  error?: string;
  labelHidden?: boolean;
}

/** A labelled choice of one; its options are children. */
export function Select({ label, error, labelHidden, className = '', ...rest }: SelectProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="control min-h-11 appearance-none py-2 pr-10 pl-3.5"
        />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4.5 text-muted"
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
