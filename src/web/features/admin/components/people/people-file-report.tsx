import type { PeopleFileReport as Report } from '#domain/administration/people-import/import-people.ts';
import { ImportReport } from '../import-report.tsx';

interface PeopleFileReportProps {
  fileName: string;
  report: Report;
}

/** What an import of people has done, or would do. It shows no password. */
export function PeopleFileReport({ fileName, report }: PeopleFileReportProps) {
  const { counts, rows, more, imported } = report;
  const isWrong = counts.wrong > 0;
  return (
    <ImportReport
      fileName={fileName}
      counts={[
        { count: counts.new, text: 'new', always: true },
        { count: counts.wrong, text: 'wrong' },
      ]}
      isWrong={isWrong}
      sentence={
        imported
          ? 'Their accounts are made.'
          : isWrong
            ? 'Nothing was written. Correct the file and try again.'
            : 'Nothing was written yet. The file can be imported.'
      }
      headings={['Username']}
      rows={rows.map(({ username, ...row }) => ({ ...row, name: username || 'No username' }))}
      more={more}
    />
  );
}
