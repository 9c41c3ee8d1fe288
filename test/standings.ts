import type { Database } from '#db/client.ts';
import { openConversation } from '#domain/chat/open-conversation.ts';
import type { Actor, Ctx } from '#domain/context.ts';
import { blockPerson } from '#domain/friends/block-person.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { befriend } from './friends.ts';

/** Who acts, as they stand to the player whom it concerns: the columns of a table of rights. */
export const standings = [
  'visitor',
  'guest',
  'self',
  'stranger',
  'friend',
  'former friend',
  'blocked',
  'blocking',
  'logged out',
] as const;

export type Standing = (typeof standings)[number];

const everFriends: readonly Standing[] = [
  'friend',
  'former friend',
  'blocked',
  'blocking',
  'logged out',
];

/** The time before anything came between `me` and `them`. */
export async function meet(db: Database, standing: Standing, me: Actor, them: Actor) {
  if (everFriends.includes(standing)) await befriend(db, me.id, them.id);
}

/** Opens the conversation of two friends; answers its id. */
export async function talk(ctx: Ctx, me: Actor, them: Actor): Promise<string> {
  return (await openConversation({ ...ctx, actor: me }, them.username)).conversationId;
}

/** What came between `me` and `them`. */
export async function part(ctx: Ctx, standing: Standing, me: Actor, them: Actor) {
  const [asMe, asThem] = [
    { ...ctx, actor: me },
    { ...ctx, actor: them },
  ];
  if (standing === 'former friend') await removeFriend(asThem, me);
  if (standing === 'blocked') await blockPerson(asThem, me);
  if (standing === 'blocking') await blockPerson(asMe, them);
}

/** A row of a table of rights: what is done, the tables that it changes where it is, and the cells. */
export interface RightsRow<Act extends string> {
  act: Act;
  /** It changes the first of these, and at most the others with it. */
  changes: string[];
  cells: Record<Standing, string>;
}

/**
 * Reads a table of rights: an act a line, then what it changes, then a cell for each of `standings`,
 * between bars. A cell that `short` abbreviates is what that says.
 */
export function readRights<Act extends string>(
  table: string,
  acts: Record<Act, unknown>,
  short: Record<string, string>,
): RightsRow<Act>[] {
  const [head, ...lines] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  if (head?.slice(2).join() !== standings.join()) throw new Error('The columns are others.');
  const isAct = (name: string): name is Act => Object.hasOwn(acts, name);
  const rows = lines.map(([act = '', changes = '', ...cells]) => {
    if (!isAct(act) || cells.length !== standings.length) throw new Error(`What is '${act}'?`);
    const named = cells.map((cell) => short[cell] ?? cell);
    return {
      act,
      changes: changes === '' ? [] : changes.split(' '),
      cells: Object.fromEntries(
        standings.map((standing, index) => [standing, named[index] ?? '']),
      ) as Record<Standing, string>,
    };
  });
  if (rows.length !== Object.keys(acts).length) throw new Error('An act has no line of its own.');
  return rows;
}
