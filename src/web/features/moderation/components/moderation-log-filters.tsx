import { type ModerationAction, moderationActions } from '#shared/constants/moderation-actions.ts';
import { ChipLink } from '#web/ui/chip.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { actionNames } from './moderation-action-names.ts';
import { logPath } from './moderation-paths.ts';

interface ModerationLogFiltersProps {
  of: string | null;
  act: ModerationAction | null;
}

/** The filters of the log. The URL contains them. */
export function ModerationLogFilters({ of, act }: ModerationLogFiltersProps) {
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
          {moderationActions.map((action) => (
            <li key={action}>
              <ChipLink to={logPath({ of, act: action })} current={act === action}>
                {actionNames[action]}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
