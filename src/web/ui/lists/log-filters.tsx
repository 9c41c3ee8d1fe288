import { Form, useSearchParams } from 'react-router';
import { Button } from '../button.tsx';
import { SearchInput } from '../fields/search-input.tsx';
import { ListSelect } from './list-select.tsx';

interface LogFiltersProps<Act extends string> {
  /** All acts that the log can have, and their names. */
  acts: readonly Act[];
  names: Record<Act, string>;
  /** The chosen act; null for all. */
  act: Act | null;
  /** The searches: query parameters and their labels. */
  searches: { name: string; label: string; placeholder?: string; maxLength?: number }[];
}

/** The filters of a log of acts: searches, and one kind of act. The URL contains them. */
export function LogFilters<Act extends string>(props: LogFiltersProps<Act>) {
  const { acts, names, act, searches } = props;
  const [query] = useSearchParams();
  return (
    <Form method="get" role="search" className="grid gap-3 lg:flex lg:items-end">
      {searches.map(({ name, label, placeholder = label, maxLength = 100 }) => (
        <SearchInput
          key={name}
          name={name}
          term={query.get(name) ?? ''}
          label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          className="flex-1"
        />
      ))}
      <div className="lg:w-56">
        <ListSelect
          name="act"
          value={act ?? ''}
          defaultValue=""
          label="Act"
          options={[
            { value: '', label: 'All acts' },
            ...acts.map((one) => ({ value: one, label: names[one] })),
          ]}
        />
      </div>
      <Button variant="quiet">Search</Button>
    </Form>
  );
}
