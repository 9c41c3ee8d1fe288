import { and, asc, between, desc, eq, gt, lt, sql } from 'drizzle-orm';
import {
  discussionComments,
  discussions,
  messages,
  moderationLog,
  pictures,
  profileComments,
  users,
} from '#database/schema.ts';
import { type ReportKind, reportConstants } from '#shared/constants/moderation/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { getContentPath } from '#shared/format/paths/content-path.ts';
import { parseMessageReference } from '../../chat/message-reference.ts';
import type { Ctx } from '../../context.ts';
import {
  galleryColumns,
  isPostedByPlayer,
  joinUploader,
  toGalleryPicture,
} from '../../gallery/gallery-columns.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { findCaseAuthor } from './find-case-author.ts';
import { findReportedThing } from './find-reported-thing.ts';

interface CaseThing {
  caseId: string;
  kind: ReportKind;
  thing: string;
}

/** A text before or after the reported one, or that one. */
export interface TextInContext {
  author: string;
  text: string;
  at: Date;
  isReported: boolean;
}

/**
 * The reported thing as it is now, also when it is hidden. `text` is null when it is gone; `path` leads to where it
 * is; `around` are the texts around it; `picture` is the file of a picture.
 */
export async function getCaseContext(ctx: Ctx, { caseId, kind, thing }: CaseThing) {
  const now = await findReportedThing(ctx.db, { kind, thing }, null);
  const place = now ? await findPlace(ctx, { caseId, kind, thing }) : {};
  return {
    text: now?.text ?? null,
    hiddenCause: now?.hiddenCause ?? null,
    path: null,
    title: null,
    picture: null,
    around: [] as TextInContext[],
    ...place,
  };
}

type Place = Partial<{
  path: string | null;
  title: string | null;
  picture: { path: string; width: number; height: number } | null;
  around: TextInContext[];
}>;

async function findPlace(ctx: Ctx, { caseId, kind, thing }: CaseThing): Promise<Place> {
  switch (kind) {
    case 'profile':
    case 'profile-comment': {
      const profile =
        kind === 'profile'
          ? eq(users.id, thing)
          : eq(
              users.id,
              ctx.db
                .select({ id: profileComments.profileId })
                .from(profileComments)
                .where(eq(profileComments.id, thing)),
            );
      const [owner] = await ctx.db
        .select({ username: users.displayUsername })
        .from(users)
        .where(profile);
      return owner ? { path: getContentPath(kind, owner.username), title: owner.username } : {};
    }
    case 'discussion':
      return { path: getContentPath(kind, thing) };
    case 'discussion-comment':
      return findDiscussion(ctx, thing);
    case 'picture': {
      const [row] = await ctx.db
        .select(galleryColumns)
        .from(pictures)
        .innerJoin(users, joinUploader)
        .where(and(eq(pictures.id, thing), isPostedByPlayer));
      const picture = row && toGalleryPicture(ctx, row);
      return { path: getContentPath(kind, thing), picture: picture?.full ?? null };
    }
    case 'message':
      return { around: (await hasReadMessages(ctx, caseId)) ? await listAround(ctx, thing) : [] };
  }
}

const commentColumns = {
  id: discussionComments.id,
  author: users.displayUsername,
  text: discussionComments.text,
  at: discussionComments.createdAt,
};

async function findDiscussion({ db }: Ctx, commentId: string): Promise<Place> {
  const [discussion] = await db
    .select({ id: discussions.id, title: discussions.title })
    .from(discussions)
    .innerJoin(discussionComments, eq(discussionComments.discussionId, discussions.id))
    .where(eq(discussionComments.id, commentId));
  if (!discussion) return {};
  const select = () =>
    db
      .select(commentColumns)
      .from(discussionComments)
      .innerJoin(users, eq(users.id, discussionComments.authorId));
  const inDiscussion = eq(discussionComments.discussionId, discussion.id);
  const [before, own, after] = await Promise.all([
    select()
      .where(and(inDiscussion, lt(discussionComments.id, commentId)))
      .orderBy(desc(discussionComments.id))
      .limit(reportConstants.around),
    select().where(eq(discussionComments.id, commentId)),
    select()
      .where(and(inDiscussion, gt(discussionComments.id, commentId)))
      .orderBy(asc(discussionComments.id))
      .limit(reportConstants.around),
  ]);
  return {
    path: `/community/discussions/${discussion.id}`,
    title: discussion.title,
    around: [...before.toReversed(), ...own, ...after].map(({ id, ...comment }) => ({
      ...comment,
      isReported: id === commentId,
    })),
  };
}

async function listAround({ db }: Ctx, thing: string): Promise<TextInContext[]> {
  const reference = parseMessageReference(thing);
  if (!reference) return [];
  const { conversationId, number } = reference;
  const { around } = reportConstants;
  const rows = await db
    .select({
      number: messages.number,
      author: users.displayUsername,
      text: messages.text,
      at: messages.sentAt,
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .where(
      and(
        eq(messages.conversationId, conversationId),
        between(messages.number, number - around, number + around),
      ),
    )
    .orderBy(asc(messages.number));
  return rows.map((row) => ({
    author: row.author,
    text: row.text,
    at: row.at,
    isReported: row.number === number,
  }));
}

/** Whether the actor has asked for the messages around the one of a case. */
async function hasReadMessages({ db, actor }: Ctx, caseId: string): Promise<boolean> {
  if (!actor) return false;
  const times = await db.$count(
    moderationLog,
    and(
      eq(moderationLog.targetId, await findCaseAuthor(db, caseId)),
      eq(moderationLog.act, 'read-messages'),
      eq(moderationLog.moderatorId, actor.id),
      eq(sql`${moderationLog.details} ->> 'case'`, caseId),
    ),
  );
  return times > 0;
}

/**
 * Writes to the log that the actor reads the messages around a reported one; from then on the case shows them
 * to the actor. Repeating it changes nothing.
 * @throws AppError `login-required`, `moderators-only`, `case-gone`.
 */
export async function readMessagesAround(ctx: Ctx, { caseId }: { caseId: string }): Promise<void> {
  const actor = requireModerator(ctx);
  const authorId = await findCaseAuthor(ctx.db, caseId);
  if (authorId === actor.id) throw new AppError('case-gone');
  if (await hasReadMessages(ctx, caseId)) return;
  await appendToModerationLog(ctx.db, {
    moderatorId: actor.id,
    act: 'read-messages',
    targetId: authorId,
    reason: 'To decide a reported message.',
    details: { case: caseId },
    at: ctx.clock.now(),
  });
}
