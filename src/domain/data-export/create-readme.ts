import type { Ctx } from '../context.ts';
import { exportSubjects } from './export-subjects.ts';

/** What README.txt says about the pictures. */
export interface PictureCounts {
  included: number;
  /** Pictures beyond the limit of an export, and those whose files are elsewhere. */
  leftOut: number;
}

const leftOutText = `What is not in this file:

- passwords, keys, tokens and other secrets, also not in encrypted form;
- notes and the log of moderators, and reports;
- who has blocked you, and what others keep to themselves;
- email addresses of other players.
`;

/** The text of README.txt: what the files are, in plain words. */
export function createReadme(
  { clock, site }: Pick<Ctx, 'clock' | 'site'>,
  {
    account,
    rows,
    counts,
  }: { account: { username: string }; rows: ReadonlyMap<string, number>; counts: PictureCounts },
): string {
  const files = exportSubjects.map(({ file, title, csv }) => {
    const names = csv ? `json/${file}.json, csv/${file}.csv` : `json/${file}.json`;
    return `- ${title}: ${names} (${rows.get(file) ?? 0})`;
  });
  const leftOut =
    counts.leftOut > 0
      ? `\n${counts.leftOut} pictures are not in this file. You can save them from the site.`
      : '';
  return `The data of ${account.username} on ${site.origin}
Made on ${clock.now().toISOString()}

This file has what you wrote and received, and what the site stores about your account.
Times are in UTC. The number in brackets is the number of entries. In CSV files, a text
that begins like a formula has a ' before it.

${files.join('\n')}
- Your pictures: folder pictures (${counts.included})${leftOut}

${leftOutText}`;
}
