import { Form, useNavigation, useSearchParams } from 'react-router';
import { Button } from './button.tsx';
import { SearchInput } from './search-input.tsx';

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
  const [query] = useSearchParams();
  const navigation = useNavigation();
  const term = (action === undefined && query.get(name)) || '';
  const searching = navigation.state !== 'idle' && navigation.formMethod === 'GET';
  const kept =
    action === undefined
      ? [...query].filter(([key]) => ![name, 'page', ...drop].includes(key))
      : [];

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
      <SearchInput
        name={name}
        term={term}
        label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        className="flex-1"
      />
      <Button variant="quiet" pending={searching}>
        Search
      </Button>
    </Form>
  );
}
