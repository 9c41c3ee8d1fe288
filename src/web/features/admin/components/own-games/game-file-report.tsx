import type { GameFileReport as Report } from '#domain/game-files/import-game-file.ts';
import { ImportReport } from '../import-report.tsx';

interface GameFileReportProps {
  fileName: string;
  /** `more` is the number of rows that are not listed. Rows that change nothing are not. */
  report: Report & { more: number };
}

const outcomeNames = { new: 'New', changed: 'Changed', same: 'Same', wrong: 'Wrong' } as const;

/** What an import of games has done, or would do. */
export function GameFileReport({ fileName, report }: GameFileReportProps) {
  const { counts, rows, more, imported } = report;
  const isWrong = counts.wrong > 0;
  return (
    <ImportReport
      fileName={fileName}
      counts={[
        { count: counts.new, text: 'new', always: true },
        { count: counts.changed, text: 'changed', always: true },
        { count: counts.same, text: 'the same', always: true },
        { count: counts.wrong, text: 'wrong' },
      ]}
      isWrong={isWrong}
      sentence={
        imported
          ? 'The games are imported.'
          : isWrong
            ? 'Nothing was changed. Correct the file and try again.'
            : 'Nothing was changed yet. The file can be imported.'
      }
      headings={['Name', 'What']}
      rows={rows.map(({ name, outcome, ...row }) => ({
        ...row,
        name: name || 'No name',
        cells: [outcomeNames[outcome]],
      }))}
      more={more}
    />
  );
}
