import { Form, useNavigation, useSearchParams } from 'react-router';
import { Button } from '../button.tsx';
import { SearchInput } from './search-input.tsx';

interface SearchFieldProps {
  /** The query parameter. */
  name?: string;
  /** The label for screen readers; also the placeholder by default. */
  label: string;
  placeholder?: string;
  maxLength?: number;
  /** The page of a new search. By default it is the current page, which keeps its other parameters. */
  action?: string;
  /** Parameters that a new search removes, besides `page`. */
  drop?: string[];
  className?: string;
}

/** A search form. The URL contains the search term. */
export function SearchField(props: SearchFieldProps) {
  const { name = 'search', label, placeholder = label, maxLength = 100, drop = [], action } = props;
  const [query] = useSearchParams();
  const navigation = useNavigation();
  const term = (action === undefined && query.get(name)) || '';
  const searching = navigation.state !== 'idle' && navigation.formMethod === 'GET';
  const otherParameters =
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
      {otherParameters.map(([key, value]) => (
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
