import { Form } from 'react-router';
import type { DryRun } from '#domain/text-filters/try-filters.ts';
import { filterActs, filterKinds, textFilterConstants } from '#shared/constants/text-filters.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import { filterActNames, filterKindNames } from './filter-names.ts';
import { RadioChoice } from './radio-choice.tsx';

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
  const typed: Record<string, string | null | undefined> = failure?.typed ?? dryRun?.filter ?? {};
  return (
    <Panel title="New filter">
      {failure && Object.keys(failure.fields).length === 0 && (
        <Alert tone="failure">{failure.message}</Alert>
      )}
      <Form method="post" preventScrollReset aria-label="New filter" className="grid gap-5">
        <RadioChoice
          name="kind"
          legend="Look for"
          options={filterKinds.map((kind) => ({ value: kind, label: filterKindNames[kind] }))}
          chosen={typed.kind ?? 'word'}
          error={failure?.fields.kind}
        />
        <TextField
          label="Word, phrase or host"
          name="pattern"
          maxLength={textFilterConstants.hostMax}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed.pattern ?? ''}
          error={failure?.fields.pattern}
          hint="“spam” is found as a whole word, “spam*” also at the start of longer words. The host “example.com” stands for its subdomains too. Leave it empty for all other hosts."
        />
        <RadioChoice
          name="act"
          legend="And then"
          options={filterActs.map((act) => ({ value: act, label: filterActNames[act] }))}
          chosen={typed.act ?? 'refuse'}
          error={failure?.fields.act}
          required={false}
        />
        <p className="text-sm text-muted">
          An allowed host does nothing: it is an exception from the filter for all other hosts.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="add" pending={adding}>
            Add filter
          </Button>
          <Button name="intent" value="dry-run" variant="quiet" pending={trying}>
            Dry run
          </Button>
        </div>
      </Form>
      {dryRun && <DryRunResult dryRun={dryRun} />}
    </Panel>
  );
}
