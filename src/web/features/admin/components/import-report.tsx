import { Alert } from '#web/ui/alert.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** A row of the file: its name for people, further cells, and what is wrong in it. */
interface ReportRow {
  row: number;
  name: string;
  cells?: readonly string[];
  problems: readonly { column: string; text: string }[];
}

interface ImportReportProps {
  fileName: string;
  /** What was counted, in the order of the sentence; those of 0 that are not `always` are left out. */
  counts: readonly { count: number; text: string; always?: boolean }[];
  isWrong: boolean;
  /** What the import has done, or would do. */
  sentence: string;
  /** The headings between the number of a row and its problems. */
  headings: readonly string[];
  rows: readonly ReportRow[];
  /** The number of rows that are not listed. */
  more: number;
}

/** What an import of a file has done, or would do, row by row. */
export function ImportReport(props: ImportReportProps) {
  const { fileName, counts, isWrong, sentence, headings, rows, more } = props;
  const { formatInteger } = useNumbers();
  const numbers = counts
    .filter(({ count, always }) => always || count > 0)
    .map(({ count, text }) => `${formatInteger(count)} ${text}`)
    .join(', ');
  return (
    <section aria-label="Report" className="grid gap-4">
      <Alert tone={isWrong ? 'failure' : 'success'}>
        <span className="wrap-anywhere">
          {fileName}: {numbers}. {sentence}
        </span>
      </Alert>
      {rows.length > 0 && (
        <DataTable headings={['Row', ...headings, 'Problems']} from="sm">
          {rows.map(({ row, name, cells = [], problems }) => (
            <tr key={row} className="max-sm:grid max-sm:gap-1 max-sm:px-5 max-sm:py-4">
              <td className="tabular-nums sm:px-6 sm:py-3">
                <span className="sm:hidden">Row </span>
                {formatInteger(row)}
              </td>
              <td className="font-semibold wrap-anywhere sm:px-6 sm:py-3">
                <bdi>{name}</bdi>
              </td>
              {cells.map((cell) => (
                <td key={cell} className="sm:px-6 sm:py-3">
                  {cell}
                </td>
              ))}
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
      )}
      {more > 0 && <p className="text-muted">And {formatInteger(more)} more rows.</p>}
    </section>
  );
}
