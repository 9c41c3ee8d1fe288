import { Search } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

interface SearchInputProps {
  /** The query parameter. */
  name: string;
  /** Its value. */
  term: string;
  /** The label for screen readers. */
  label: string;
  placeholder: string;
  /** The longest term in characters. A longer one is cut. */
  maxLength: number;
  /** The id of a `<datalist>` with suggestions. */
  list?: string;
  className?: string;
}

/** The input of a search. The URL contains the search term. */
export function SearchInput({
  name,
  term,
  label,
  maxLength,
  className = '',
  ...rest
}: SearchInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  // Back and Forward change the URL and so the input. Text that was typed before hydration stays.
  const shown = useRef(term);
  useEffect(() => {
    if (shown.current === term) return;
    shown.current = term;
    if (input.current) input.current.value = term;
  }, [term]);

  return (
    <div className={`relative ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
      />
      <input
        {...rest}
        // The attribute counts an emoji as two.
        maxLength={2 * maxLength}
        ref={input}
        id={id}
        type="search"
        name={name}
        defaultValue={term}
        autoComplete="off"
        enterKeyHint="search"
        className="control min-h-11 pr-3 pl-11"
      />
    </div>
  );
}
