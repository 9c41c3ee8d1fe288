import { useEffect, useId, useRef } from 'react';
import { useNavigation } from 'react-router';
import { listConstants } from '#shared/constants/lists.ts';

export interface ListSelectProps {
  /** The query parameter. */
  name: string;
  /** Its value on the page that is shown. */
  value: string;
  /** The default value, which the URL does not contain. */
  defaultValue: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** One select of a list's controls. It sends its form when it changes. */
export function ListSelect({ name, value, label, options }: ListSelectProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const { state } = useNavigation();

  // Back and Forward change the URL without a new render of the select, and a failed load changes nothing.
  useEffect(() => {
    if (state === 'idle' && select.current) select.current.value = value;
  }, [state, value]);

  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <select
        ref={select}
        id={id}
        name={name}
        defaultValue={value}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className="control min-h-11 w-full px-3"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns the select of items per page: 10 to 100 and the default of this list. */
export function perPageSelect(value: number, defaultValue: number): ListSelectProps {
  const sizes = [...new Set<number>([...listConstants.perPageChoices, defaultValue, value])];
  return {
    name: 'perPage',
    value: String(value),
    defaultValue: String(defaultValue),
    label: 'Per page',
    options: sizes
      .toSorted((a, b) => a - b)
      .map((size) => ({ value: String(size), label: String(size) })),
  };
}
