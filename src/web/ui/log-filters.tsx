import { Form, useSearchParams } from 'react-router';
import { BareSearchInput } from './bare-search-input.tsx';
import { Button } from './button.tsx';
import { ChipLink } from './chip.tsx';

interface LogFiltersProps<Act extends string> {
  /** All acts that the log can have, and their names. */
  acts: readonly Act[];
  names: Record<Act, string>;
  /** The chosen act; null for all. */
  act: Act | null;
  /** The searches: query parameters and their labels. */
  searches: { name: string; label: string; placeholder?: string; maxLength?: number }[];
  /** The path of the log with this act, and with the other filters as they are. */
  toPath: (act?: Act) => string;
}

/** The filters of a log of acts: searches, and one kind of act. The URL contains them. */
export function LogFilters<Act extends string>(props: LogFiltersProps<Act>) {
  const { acts, names, act, searches, toPath } = props;
  const [query] = useSearchParams();
  return (
    <div className="grid gap-5">
      <Form method="get" role="search" className="grid gap-3 lg:flex">
        {act !== null && <input type="hidden" name="act" value={act} />}
        {searches.map(({ name, label, placeholder = label, maxLength = 100 }) => (
          <BareSearchInput
            key={name}
            name={name}
            term={query.get(name) ?? ''}
            label={label}
            placeholder={placeholder}
            maxLength={maxLength}
            className="flex-1"
          />
        ))}
        <Button variant="quiet">Search</Button>
      </Form>
      <nav aria-label="Acts">
        <ul className="flex flex-wrap gap-2">
          <li>
            <ChipLink to={toPath()} current={act === null}>
              All acts
            </ChipLink>
          </li>
          {acts.map((one) => (
            <li key={one}>
              <ChipLink to={toPath(one)} current={act === one}>
                {names[one]}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
