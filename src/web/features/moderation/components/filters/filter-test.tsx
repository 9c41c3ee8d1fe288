import { Fragment, useEffect, useRef } from 'react';
import type { TestedMatch } from '#domain/text-filters/try-filters.ts';
import { textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { describeFilter, filterActNames } from './filter-names.ts';

/** A text and what the filters found in it. */
export interface TestedText {
  text: string;
  matches: TestedMatch[];
}

/** The test field: which filters match a text, and where. */
export function FilterTest({ tested }: { tested: TestedText | null }) {
  return (
    <Panel title="Test a text">
      <ActionForm
        intent="test"
        aria-label="Test a text"
        hasMessage={false}
        button="Test"
        variant="quiet"
        className="grid gap-4"
      >
        <TextField
          multiline
          counter
          required
          label="Text"
          name="text"
          maxLength={textFilterConstants.testMax}
          defaultValue={tested?.text ?? ''}
          hint="It is not stored."
        />
      </ActionForm>
      {tested && <TestResult tested={tested} />}
    </Panel>
  );
}

function TestResult({ tested }: { tested: TestedText }) {
  const { text, matches } = tested;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (tested) heading.current?.focus();
  }, [tested]);

  return (
    <section aria-labelledby="test-title" className="grid gap-3 border-t border-line pt-5">
      <h3 ref={heading} id="test-title" tabIndex={-1} className="font-semibold">
        {matches.length === 0 ? 'No filter matches.' : `Matches: ${matches.length}`}
      </h3>
      {matches.length > 0 && (
        <>
          <p dir="auto" className="rounded-md bg-plinth p-4 wrap-anywhere whitespace-pre-wrap">
            {splitAtMatches(text, matches).map(({ start, part, isMatch }) => (
              <Fragment key={start}>
                {isMatch ? (
                  <mark className="rounded-sm bg-accent-wash px-0.5 text-accent-ink">{part}</mark>
                ) : (
                  part
                )}
              </Fragment>
            ))}
          </p>
          <ul className="grid gap-2">
            {matches.map((match) => (
              <li key={`${match.pattern} ${match.start}`} className="wrap-anywhere">
                <strong dir="auto">{match.found}</strong> by {describeFilter(match)}
                {match.act && <span className="text-muted">: {filterActNames[match.act]}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The text in parts; matches that overlap are one part. */
function splitAtMatches(text: string, matches: readonly TestedMatch[]) {
  const parts: { start: number; part: string; isMatch: boolean }[] = [];
  let position = 0;
  const add = (end: number, isMatch: boolean) => {
    if (end > position) parts.push({ start: position, part: text.slice(position, end), isMatch });
    position = Math.max(position, end);
  };
  for (const { start, end } of matches) {
    add(start, false);
    add(end, true);
  }
  add(text.length, false);
  return parts;
}
