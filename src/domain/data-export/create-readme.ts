import type { Ctx } from '../context.ts';
import { exportSubjects } from './export-subjects.ts';
import type { PictureList } from './list-export-pictures.ts';

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
    list,
  }: { account: { username: string }; rows: ReadonlyMap<string, number>; list: PictureList },
): string {
  const files = exportSubjects.map(
    ({ file, title }) => `- ${title}: json/${file}.json, csv/${file}.csv (${rows.get(file) ?? 0})`,
  );
  const leftOut =
    list.leftOut.length > 0
      ? `\n${list.leftOut.length} pictures are not in this file: pictures/left-out.txt says which, and why. You can save them from the site.`
      : '';
  return `The data of ${account.username} on ${site.origin}
Made on ${clock.now().toISOString()}

This file has what you wrote and received, and what the site stores about your account.
Times are in UTC. The number in brackets is the number of entries. In CSV files, a text
that begins like a formula has a ' before it.

${files.join('\n')}
- Your pictures: folder pictures (${list.included})${leftOut}

${leftOutText}`;
}
