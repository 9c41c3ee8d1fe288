import { useEffect, useId, useRef } from 'react';
import { useNavigation } from 'react-router';
import { listConstants } from '#shared/constants/lists.ts';

export interface ListSelectProps {
  /** The query parameter, and its value as the page was made with it. */
  name: string;
  value: string;
  /** The value that an address leaves out. */
  usual: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** One choice of a list's controls; it sends its form when it changes. */
export function ListSelect({ name, value, label, options }: ListSelectProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const { state } = useNavigation();

  // Back and Forward change the address under it, and a page that could not be read leaves it as it was.
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

/** The select of items per page: 10 to 100, and what is usual on this list. */
export function perPageSelect(value: number, usual: number): ListSelectProps {
  const sizes = [...new Set<number>([...listConstants.perPageChoices, usual, value])];
  return {
    name: 'perPage',
    value: String(value),
    usual: String(usual),
    label: 'Per page',
    options: sizes
      .toSorted((a, b) => a - b)
      .map((size) => ({ value: String(size), label: String(size) })),
  };
}
