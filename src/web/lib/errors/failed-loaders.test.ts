import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

interface Screen {
  path: string;
  /** A table that the loader reads. */
  table: string;
  /** The specified error text. */
  error: string;
  /** A text that only the loaded screen has. */
  loaded: string;
  /** The heading of the failed screen. */
  heading?: string;
}

const profile = 'Failed to load user profile.';
const requests = 'Failed to load friend requests.';
const noRequests = 'No friend requests at this time.';
const screens: Screen[] = [
  {
    ...{ path: '/community/social', table: 'blocks' },
    ...{ error: 'Failed to load users.', loaded: 'Who was here last' },
  },
  {
    path: '/profile',
    table: 'profile_comments',
    error: profile,
    loaded: 'Edit Profile',
    heading: 'Your profile',
  },
  { path: '/profile/:other', table: 'profile_comments', error: profile, loaded: 'Here since' },
  { path: '/profile/:me/inventory', table: 'cards', error: profile, loaded: 'No cards yet.' },
  {
    ...{ path: '/profile/:me/friends', table: 'owned_games' },
    ...{ error: 'Failed to load friends list.', loaded: 'No friends found.' },
  },
  {
    ...{ path: '/profile/notification', table: 'friend_requests' },
    ...{ error: requests, loaded: noRequests, heading: 'Notifications' },
  },
  {
    ...{ path: '/profile/notification', table: 'muted_notifications' },
    ...{ error: requests, loaded: noRequests },
  },
  {
    ...{ path: '/library', table: 'owned_games' },
    ...{ error: 'Error loading games: ', loaded: 'You do not own any games yet.' },
  },
  {
    ...{ path: '/community/discussions/:discussion', table: 'discussion_comments' },
    ...{ error: 'Discussion not found or failed to load.', loaded: 'Any title' },
  },
];

/** Requests the screen as a player, first as it is, then while `table` is missing. */
async function readBothWays({ path }: Screen, table: string) {
  const { player, actor, ctx } = await createLoggedInPlayer(database.db);
  const other = await createPlayer(database.db);
  const discussion = await createTestDiscussion(ctx, other, { title: 'Any title' });
  const filled = path
    .replace(':me', actor.username)
    .replace(':other', other.username)
    .replace(':discussion', discussion);
  const rename = (from: string, to: string) =>
    database.db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`);
  const loaded = await textOf(await player.get(filled));
  await rename(table, 'away');
  try {
    const answer = await player.get(filled);
    const { status } = answer;
    const heading = await readHeading(answer.clone());
    return { loaded, heading, status, text: await textOf(answer), username: actor.username };
  } finally {
    await rename('away', table);
  }
}

async function readHeading(response: Response): Promise<string | undefined> {
  return /<h1[^>]*>([^<]*)/.exec(await response.text())?.[1];
}

test.each(screens)(
  'a page whose data cannot be read shows its own error text ($path, $table)',
  async (screen) => {
    const { loaded, text, heading, username } = await readBothWays(screen, screen.table);
    expect(loaded).toContain(screen.loaded);
    expect(loaded).not.toContain(screen.error);
    expect(text).toContain(screen.error);
    expect(text).not.toContain(screen.loaded);
    expect(text).toContain('Try again');
    if (screen.heading) expect(heading).toBe(screen.heading);
    expect(text).toContain(username);
    expect(text).toContain('Logout');
  },
);

const withoutAccount = ['/profile', '/library', '/community/social'];

test.each(screens.filter(({ path }) => withoutAccount.includes(path)))(
  'a page does not show the visitor as logged out when the account cannot be read ($path)',
  async (screen) => {
    const { status, text } = await readBothWays(screen, 'wallets');
    expect(status).toBe(500);
    expect(text).toContain(screen.error);
    expect(text).not.toContain(screen.loaded);
    expect(text).toContain('Market');
    expect(text).not.toMatch(/\b(Login|Register)\b/);
  },
);
