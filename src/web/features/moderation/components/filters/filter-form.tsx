import type { DryRun } from '#domain/text-filters/try-filters.ts';
import {
  filterActs,
  filterKinds,
  textFilterConstants,
} from '#shared/constants/moderation/text-filters.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RadioChoice } from '../radio-choice.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import { filterActNames, filterKindNames } from './filter-names.ts';

interface FilterFormProps {
  /** The error of this form; null without one. */
  failure: FormError | null;
  /** What the last dry run found, and its form; null without one. */
  dryRun: DryRun | null;
}

/** The form that adds a filter, after a dry run if wished. */
export function FilterForm({ failure, dryRun }: FilterFormProps) {
  const adding = usePending({ intent: 'add' });
  const trying = usePending({ intent: 'dry-run' });
  const typed: Partial<DryRun['filter']> = dryRun?.filter ?? {};
  return (
    <Panel title="New filter">
      <ActionForm
        aria-label="New filter"
        failure={failure}
        hasMessage="without-field"
        more={
          <>
            <Button name="intent" value="add" pending={adding}>
              Add filter
            </Button>
            <Button name="intent" value="dry-run" variant="quiet" pending={trying}>
              Dry run
            </Button>
          </>
        }
      >
        <RadioChoice
          name="kind"
          legend="Look for"
          options={filterKinds.map((kind) => ({ value: kind, label: filterKindNames[kind] }))}
          chosen={typed.kind ?? 'word'}
        />
        <TextField
          label="Word, phrase or host"
          name="pattern"
          maxLength={textFilterConstants.hostMax}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed.pattern ?? ''}
          hint="“spam” is found as a whole word, “spam*” also at the start of longer words. The host “example.com” stands for its subdomains too. Leave it empty for all other hosts."
        />
        <RadioChoice
          name="act"
          legend="And then"
          options={filterActs.map((act) => ({ value: act, label: filterActNames[act] }))}
          chosen={typed.act ?? 'refuse'}
          required={false}
        />
        <p className="text-sm text-muted">
          An allowed host does nothing: it is an exception from the filter for all other hosts.
        </p>
      </ActionForm>
      {dryRun && <DryRunResult dryRun={dryRun} />}
    </Panel>
  );
}
