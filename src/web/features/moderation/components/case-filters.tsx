import { type ReportKind, reportKinds } from '#shared/constants/reports.ts';
import { ChipLink } from '#web/ui/chip.tsx';
import { casesPath } from './moderation-paths.ts';
import { reportKindNames } from './report-names.ts';

interface CaseFiltersProps {
  kind: ReportKind | null;
  state: 'open' | 'closed';
  mine: boolean;
}

/** The filters of the cases. The URL contains them. */
export function CaseFilters({ kind, state, mine }: CaseFiltersProps) {
  return (
    <div className="mb-8 grid gap-4">
      <nav aria-label="States">
        <ul className="flex flex-wrap gap-2">
          <li>
            <ChipLink to={casesPath({ kind, mine })} current={state === 'open'}>
              Open
            </ChipLink>
          </li>
          <li>
            <ChipLink to={casesPath({ kind, mine, state: 'closed' })} current={state === 'closed'}>
              Closed
            </ChipLink>
          </li>
          <li>
            <ChipLink to={casesPath({ kind, state, mine: !mine })} current={mine}>
              Mine
            </ChipLink>
          </li>
        </ul>
      </nav>
      <nav aria-label="Kinds">
        <ul className="flex flex-wrap gap-2">
          <li>
            <ChipLink to={casesPath({ state, mine })} current={kind === null}>
              Everything
            </ChipLink>
          </li>
          {reportKinds.map((one) => (
            <li key={one}>
              <ChipLink to={casesPath({ state, mine, kind: one })} current={kind === one}>
                {reportKindNames[one]}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
