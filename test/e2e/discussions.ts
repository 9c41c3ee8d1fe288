import { randomUUID } from 'node:crypto';
import type { Somebody } from './community.ts';

/** Titles by what there is to see of the discussion. */
export const discussionTitles = {
  busy: 'Which ending did you choose, and would you do it again?',
  closed: 'My notes on the puzzles',
  silent: 'Anybody for chess?',
};

const content = `I have finished it twice by now, and each time I stood in front of that last door for a quarter of an hour. The first time I went left, because the music told me to.

What I did not know: https://example.test/wiki/Endings_(spoilers) lists five of them, and two can only be had when you never talked to the lighthouse keeper.

So: which one was yours? And would you send somebody who plays it for the first time the same way?`;

/** Begins discussions through their forms, and says something in them. */
export async function raiseDiscussions(keeper: Somebody, others: readonly Somebody[]) {
  const [friend] = others;
  if (!friend) throw new Error('Somebody has to answer.');
  for (const [number, title] of [
    'Does it run on an old laptop?',
    'Patch notes, read for you',
    'Looking for co-op partners, evenings',
    'The best soundtrack of the year',
  ].entries()) {
    const tags = ['Help', 'Info', 'Action,Shooter', 'Discussion'][number] ?? '';
    await begin(friend, { title, content: `${title} Tell me what you think.`, tags });
  }
  await begin(friend, { title: discussionTitles.silent, content: 'Pawn to e4.', tags: 'Strategy' });
  const closed = { title: discussionTitles.closed, content: 'Turn the mirrors first.' };
  const note = await begin(keeper, { ...closed, tags: 'Puzzle,Help', isPrivate: 'true' });
  await say(keeper, note, 'And mind the third one.');
  const busy = { title: discussionTitles.busy, content, game: 'Portal 2', tags: 'RPG,Adventure' };
  const path = await begin(keeper, busy);
  for (let round = 1; round <= 4; round += 1) {
    for (const [number, writer] of others.slice(0, 3).entries()) {
      const text =
        number === 0 ? 'I went right.\n\nAnd I would do it again. '.repeat(round) : 'Left.';
      await say(writer, path, text);
    }
  }
  await say(keeper, path, 'So nobody has found the third one yet? It is at https://example.test.');
}

async function begin(author: Somebody, form: Record<string, string>): Promise<string> {
  const location = await author.send('/community/discussion/create-discussion', {
    key: randomUUID(),
    ...form,
  });
  if (!location?.startsWith('/community/discussions/')) throw new Error(`It led to ${location}.`);
  return location;
}

async function say(writer: Somebody, path: string, text: string): Promise<void> {
  await writer.send(path, { intent: 'comment', key: randomUUID(), text });
}
