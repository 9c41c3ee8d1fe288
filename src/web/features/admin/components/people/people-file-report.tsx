import type { PeopleFileReport as Report } from '#domain/administration/people-import/import-people.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface PeopleFileReportProps {
  fileName: string;
  report: Report;
}

/** What an import of people has done, or would do, row by row. It shows no password. */
export function PeopleFileReport({ fileName, report }: PeopleFileReportProps) {
  const { formatInteger } = useNumbers();
  const { counts, rows, more, imported } = report;
  const isWrong = counts.wrong > 0;
  const sentence = imported
    ? 'Their accounts are made.'
    : isWrong
      ? 'Nothing was written. Correct the file and try again.'
      : 'Nothing was written yet. The file can be imported.';
  return (
    <section aria-label="Report" className="grid gap-4">
      <Alert tone={isWrong ? 'failure' : 'success'}>
        <span className="wrap-anywhere">
          {fileName}: {formatInteger(counts.new)} new
          {isWrong && `, ${formatInteger(counts.wrong)} wrong`}. {sentence}
        </span>
      </Alert>
      <DataTable headings={['Row', 'Username', 'Problems']} from="sm">
        {rows.map(({ row, username, problems }) => (
          <tr key={row} className="max-sm:grid max-sm:gap-1 max-sm:px-5 max-sm:py-4">
            <td className="tabular-nums sm:px-6 sm:py-3">
              <span className="sm:hidden">Row </span>
              {formatInteger(row)}
            </td>
            <td className="font-semibold wrap-anywhere sm:px-6 sm:py-3">
              <bdi>{username || 'No username'}</bdi>
            </td>
            <td className="sm:px-6 sm:py-3">
              {problems.length === 0 && <span className="text-muted">None</span>}
              {problems.map(({ column, text }) => (
                <p key={`${column} ${text}`} className="text-danger">
                  {column}: {text}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </DataTable>
      {more > 0 && <p className="text-muted">And {formatInteger(more)} more rows.</p>}
    </section>
  );
}
