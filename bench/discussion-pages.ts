import { createSeededRandom } from '#catalog/seeded-random.ts';
import { discussionTags } from '#shared/constants/discussions/discussion-tags.ts';
import { generateDiscussions } from './generated-discussions.ts';
import type { NonEmptyList } from './generated-words.ts';
import { acceptEncoding } from './load.ts';
import {
  formatMs,
  type Measurement,
  measureInterleaved,
  measureP95,
} from './measure-rounds-and-medians.ts';
import { withServerDatabase } from './server-database.ts';
import type { MeasuredServer } from './start-measured-server.ts';

const discussionCount = 1_000_000;

/** Compares pages of a million discussions with the shop page, both for a logged-in player. */
export async function discussionPages(
  { origin, cookie }: MeasuredServer,
  dataDir: string,
): Promise<Measurement[]> {
  const { words } = await withServerDatabase(dataDir, (db) =>
    generateDiscussions(db, discussionCount),
  );
  const random = createSeededRandom('discussion-pages');
  const headers = { 'Accept-Encoding': acceptEncoding, Cookie: cookie };
  const read = async (path: string) => {
    const response = await fetch(origin + path, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  };
  const someTerm = () => {
    const word = random.pick(words);
    const start = Math.floor(random.between(0, word.length - 2));
    return encodeURIComponent(word.slice(start, start + 3));
  };
  const someTag = () => random.pick(discussionTags as unknown as NonEmptyList);
  const list = '/community/discussions';
  const pages: [string, () => string][] = [
    ['Discussions', () => list],
    ['Discussions, page 1,000', () => `${list}?page=1000`],
    ['Discussions by latest activity, page 1,000', () => `${list}?order=activity&page=1000`],
    ['Discussions by most comments, page 1,000', () => `${list}?order=comments&page=1000`],
    ['Discussions of a tag, page 1,000', () => `${list}?genre=${someTag()}&page=1000`],
    ['Discussions searched with 3 characters', () => `${list}?q=${someTerm()}`],
    [
      'Discussions searched with 3 characters, by latest activity',
      () => `${list}?q=${someTerm()}&order=activity`,
    ],
  ];
  const measured: Measurement[] = [];
  for (const [name, path] of pages) {
    const { ours, theirs, ratio } = await measureInterleaved(
      () => measureP95(() => read(path())),
      () => measureP95(() => read('/')),
    );
    measured.push({
      claim: `${name}, of ${discussionCount.toLocaleString('en-US')} ÷ an uncached shop page, p95`,
      ours: formatMs(ours),
      theirs: formatMs(theirs),
      ratio,
      goal: { atMost: 2 },
    });
  }
  return measured;
}
