import { ChipLink } from './chip.tsx';
import { SearchField } from './search-field.tsx';

interface LogFiltersProps<Act extends string> {
  /** All acts that the log can have, and their names. */
  acts: readonly Act[];
  names: Record<Act, string>;
  /** The chosen act; null for all. */
  act: Act | null;
  /** The path of the log with this act, and with the other filters as they are. */
  toPath: (act?: Act) => string;
}

/** The filters of a log of acts: an account, and one kind of act. The URL contains them. */
export function LogFilters<Act extends string>({ acts, names, act, toPath }: LogFiltersProps<Act>) {
  return (
    <div className="grid gap-5">
      <SearchField
        name="of"
        label="Account"
        placeholder="Username of an account"
        maxLength={20}
        className="max-w-form"
      />
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
