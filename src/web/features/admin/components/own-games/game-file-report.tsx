import type { GameFileReport as Report } from '#domain/game-files/import-game-file.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface GameFileReportProps {
  fileName: string;
  /** `more` is the number of rows that are not listed. Rows that change nothing are not. */
  report: Report & { more: number };
}

const outcomeNames = { new: 'New', changed: 'Changed', same: 'Same', wrong: 'Wrong' } as const;

/** What an import has done, or would do, row by row. */
export function GameFileReport({ fileName, report }: GameFileReportProps) {
  const { formatInteger } = useNumbers();
  const { counts, rows, more, imported } = report;
  const numbers = [
    `${formatInteger(counts.new)} new`,
    `${formatInteger(counts.changed)} changed`,
    `${formatInteger(counts.same)} the same`,
    ...(counts.wrong > 0 ? [`${formatInteger(counts.wrong)} wrong`] : []),
  ].join(', ');
  const sentence = imported
    ? 'The games are imported.'
    : counts.wrong > 0
      ? 'Nothing was changed. Correct the file and try again.'
      : 'Nothing was changed yet. The file can be imported.';
  return (
    <section aria-label="Report" className="grid gap-4">
      <Alert tone={counts.wrong > 0 ? 'failure' : 'success'}>
        <span className="wrap-anywhere">
          {fileName}: {numbers}. {sentence}
        </span>
      </Alert>
      {rows.length > 0 && (
        <DataTable headings={['Row', 'Name', 'What', 'Problems']} from="sm">
          {rows.map(({ row, name, outcome, problems }) => (
            <tr key={row} className="max-sm:grid max-sm:gap-1 max-sm:px-5 max-sm:py-4">
              <td className="tabular-nums sm:px-6 sm:py-3">
                <span className="sm:hidden">Row </span>
                {formatInteger(row)}
              </td>
              <td className="font-semibold wrap-anywhere sm:px-6 sm:py-3">{name || 'No name'}</td>
              <td className="sm:px-6 sm:py-3">{outcomeNames[outcome]}</td>
              <td className="sm:px-6 sm:py-3">
                {problems.map(({ column, text }) => (
                  <p key={`${column} ${text}`} className="text-danger">
                    {column}: {text}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {more > 0 && <p className="text-muted">And {formatInteger(more)} more rows.</p>}
    </section>
  );
}
