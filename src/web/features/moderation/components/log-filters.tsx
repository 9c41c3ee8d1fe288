import { type ModerationAction, moderationActions } from '#shared/constants/moderation-actions.ts';
import { ChipLink } from '#web/ui/chip.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { actionNames, logPath } from './moderation-action-names.ts';

interface LogFiltersProps {
  of: string | null;
  act: ModerationAction | null;
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
          {moderationActions.map((one) => (
            <li key={one}>
              <ChipLink to={logPath({ of, act: one })} current={act === one}>
                {actionNames[one]}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
