import { type ModerationAct, moderationActs } from '#shared/moderation-acts.ts';
import { ChipLink } from '../chip.tsx';
import { SearchField } from '../search-field.tsx';
import { actNames, logPath } from './acts.ts';

interface LogFiltersProps {
  of: string | null;
  act: ModerationAct | null;
}

/** What the log is narrowed to; the address holds it. */
export function LogFilters({ of, act }: LogFiltersProps) {
  return (
    <div className="mb-8 grid gap-5">
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
            <ChipLink to={logPath({ of })} current={act === null}>
              All acts
            </ChipLink>
          </li>
          {moderationActs.map((one) => (
            <li key={one}>
              <ChipLink to={logPath({ of, act: one })} current={act === one}>
                {actNames[one]}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
