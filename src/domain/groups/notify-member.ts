import type { Queryable } from '#database/client.ts';
import type { Ctx } from '../context.ts';
import { addSiteNotifications } from '../notifications/add-notification.ts';

/** What an account reads about its membership in a group. */
const texts = {
  added: (name: string) => `You are a member of “${name}” now.`,
  accepted: (name: string) => `Your request to join “${name}” was accepted.`,
  refused: (name: string) => `Your request to join “${name}” was refused.`,
  removed: (name: string) => `You are no member of “${name}” any more.`,
  leader: (name: string) => `You lead “${name}” now.`,
  'no-leader': (name: string) => `You do not lead “${name}” any more.`,
} as const;

interface Membership {
  userId: string;
  group: { id: string; name: string };
  what: keyof typeof texts;
}

/** Tells an account of a change of its membership by somebody else, without the name of who changed it. */
export async function notifyMember(
  { actor, clock }: Pick<Ctx, 'actor' | 'clock'>,
  tx: Queryable,
  { userId, group, what }: Membership,
): Promise<void> {
  if (actor?.id === userId) return;
  await addSiteNotifications(tx, [userId], {
    kind: 'group-membership',
    thing: group.id,
    thingName: texts[what](group.name),
    at: clock.now(),
  });
}
