import { Search } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import { Button } from './button.tsx';

interface SearchFieldProps {
  /** The query parameter. */
  name?: string;
  /** For screen readers, and the placeholder unless one is given. */
  label: string;
  placeholder?: string;
  maxLength?: number;
  /** Where to search, afresh; else the page itself, which keeps its other parameters. */
  action?: string;
  /** Parameters that a new search starts without; the page always is. */
  drop?: string[];
  className?: string;
}

/** A search form whose term lives in the address; the other parameters are kept. */
export function SearchField(props: SearchFieldProps) {
  const { name = 'search', label, placeholder = label, maxLength = 100, drop = [], action } = props;
  const id = useId();
  const [query] = useSearchParams();
  const navigation = useNavigation();
  const input = useRef<HTMLInputElement>(null);
  const term = (action === undefined && query.get(name)) || '';
  const searching = navigation.state !== 'idle' && navigation.formMethod === 'GET';
  const kept =
    action === undefined
      ? [...query].filter(([key]) => ![name, 'page', ...drop].includes(key))
      : [];

  // Back and Forward change the address under the input. What was typed while the page woke stays.
  const shown = useRef(term);
  useEffect(() => {
    if (shown.current === term) return;
    shown.current = term;
    if (input.current) input.current.value = term;
  }, [term]);

  return (
    <Form
      method="get"
      action={action}
      role="search"
      className={`flex gap-2 ${props.className ?? ''}`}
    >
      {kept.map(([key, value]) => (
        <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
      ))}
      <div className="relative flex-1">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
        />
        <input
          ref={input}
          id={id}
          type="search"
          name={name}
          defaultValue={term}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="search"
          className="control min-h-11 pr-3 pl-11"
        />
      </div>
      <Button variant="quiet" pending={searching}>
        Search
      </Button>
    </Form>
  );
}
