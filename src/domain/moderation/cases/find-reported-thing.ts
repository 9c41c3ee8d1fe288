import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { nullable, oneOf } from '#database/column-types.ts';
import {
  conversations,
  discussionComments,
  discussions,
  messages,
  pictures,
  profileComments,
  users,
} from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { hiddenByModeratorText } from '#shared/constants/accounts/removed-texts.ts';
import { type HiddenCause, hiddenCauses } from '#shared/constants/moderation/hidden-causes.ts';
import type { ReportKind } from '#shared/constants/moderation/reports.ts';
import { byUsername } from '../../accounts/username-condition.ts';
import { parseMessageReference } from '../../chat/message-reference.ts';
import { isPostedByPlayer } from '../../gallery/gallery-columns.ts';

export interface ThingReference {
  kind: ReportKind;
  /** The id as in a case; of a profile also the username. */
  thing: string;
}

/** A thing that can be reported, as it is now. */
export interface ReportedThing {
  /** The id as cases store it. */
  thing: string;
  authorId: string;
  /** Its text: of a discussion with the title, of a picture the caption. */
  text: string;
  /** Why it is hidden; null if it is not. A hidden message has another text. */
  hiddenCause: HiddenCause | null;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Finds a thing by its reference; null if it does not exist. With `readerId`, a message is found only in a
 * conversation of that account, and what is hidden is not found.
 */
export async function findReportedThing(
  db: Queryable,
  { kind, thing }: ThingReference,
  readerId: string | null,
): Promise<ReportedThing | null> {
  const found = await findThing(db, { kind, thing }, readerId);
  return found?.hiddenCause && readerId !== null ? null : found;
}

async function findThing(
  db: Queryable,
  { kind, thing }: ThingReference,
  readerId: string | null,
): Promise<ReportedThing | null> {
  if (kind === 'profile') return findProfile(db, thing);
  if (kind === 'message') return findMessage(db, thing, readerId);
  if (!uuid.test(thing)) return null;
  const id = thing.toLowerCase();
  switch (kind) {
    case 'profile-comment': {
      const [row] = await db
        .select({
          authorId: profileComments.authorId,
          text: profileComments.text,
          hiddenCause: profileComments.hiddenCause,
        })
        .from(profileComments)
        .where(eq(profileComments.id, id));
      return row ? { thing: id, ...row } : null;
    }
    case 'discussion': {
      const [row] = await db
        .select({
          authorId: discussions.authorId,
          title: discussions.title,
          content: discussions.content,
          hiddenCause: discussions.hiddenCause,
        })
        .from(discussions)
        .where(eq(discussions.id, id));
      if (!row) return null;
      const { title, content, ...discussion } = row;
      return { thing: id, ...discussion, text: `${title}\n\n${content}` };
    }
    case 'discussion-comment': {
      const [row] = await db
        .select({
          authorId: discussionComments.authorId,
          text: discussionComments.text,
          // The comments of a hidden discussion are hidden too.
          hiddenCause: typedSql(
            nullable(oneOf(hiddenCauses)),
            sql`coalesce(${discussionComments.hiddenCause}, ${discussions.hiddenCause})`,
          ),
        })
        .from(discussionComments)
        .innerJoin(discussions, eq(discussions.id, discussionComments.discussionId))
        .where(eq(discussionComments.id, id));
      return row ? { thing: id, ...row } : null;
    }
    case 'picture': {
      const [row] = await db
        .select({
          authorId: pictures.userId,
          text: pictures.caption,
          hiddenCause: pictures.hiddenCause,
        })
        .from(pictures)
        .where(and(eq(pictures.id, id), isPostedByPlayer));
      return row?.authorId ? { thing: id, ...row, authorId: row.authorId } : null;
    }
  }
}

async function findProfile(db: Queryable, thing: string): Promise<ReportedThing | null> {
  const condition: SQL = uuid.test(thing) ? eq(users.id, thing) : byUsername(thing);
  const [account] = await db
    .select({ id: users.id, name: users.name, description: users.description })
    .from(users)
    .where(condition);
  if (!account) return null;
  const text = [account.name, account.description].filter(Boolean).join('\n\n');
  return { thing: account.id, authorId: account.id, text, hiddenCause: null };
}

async function findMessage(
  db: Queryable,
  thing: string,
  readerId: string | null,
): Promise<ReportedThing | null> {
  const reference = parseMessageReference(thing);
  if (!reference) return null;
  const [row] = await db
    .select({ authorId: messages.senderId, text: messages.text })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messages.conversationId, reference.conversationId),
        eq(messages.number, reference.number),
        readerId === null
          ? undefined
          : or(eq(conversations.lowId, readerId), eq(conversations.highId, readerId)),
      ),
    );
  if (!row) return null;
  const hiddenCause = row.text === hiddenByModeratorText ? 'moderator' : null;
  return { thing: `${reference.conversationId}.${reference.number}`, ...row, hiddenCause };
}
