import { type ReportKind, reportKinds } from '#shared/constants/moderation/reports.ts';
import { casesPath } from '#web/paths/moderation.ts';
import { ChipLinks } from '#web/ui/chip-links.tsx';
import { reportKindNames } from '../report-names.ts';

interface CaseFiltersProps {
  kind: ReportKind | null;
  state: 'open' | 'closed';
  mine: boolean;
}

/** The filters of the cases. The URL contains them. */
export function CaseFilters({ kind, state, mine }: CaseFiltersProps) {
  return (
    <div className="mb-8 grid gap-4">
      <ChipLinks
        label="States"
        choices={[
          { text: 'Open', to: casesPath({ kind, mine }), current: state === 'open' },
          {
            text: 'Closed',
            to: casesPath({ kind, mine, state: 'closed' }),
            current: state === 'closed',
          },
          { text: 'Mine', to: casesPath({ kind, state, mine: !mine }), current: mine },
        ]}
      />
      <ChipLinks
        label="Kinds"
        choices={[null, ...reportKinds].map((one) => ({
          text: one === null ? 'Everything' : reportKindNames[one],
          to: casesPath({ state, mine, kind: one }),
          current: kind === one,
        }))}
      />
    </div>
  );
}
