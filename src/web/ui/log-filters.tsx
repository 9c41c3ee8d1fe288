import { ChipLink } from './chip.tsx';
import { SearchField } from './search-field.tsx';

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
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 lg:grid-flow-col lg:auto-cols-fr">
        {searches.map((search) => (
          <SearchField key={search.name} {...search} className="max-w-form" />
        ))}
      </div>
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
