import { randomUUID } from 'node:crypto';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { createDiscussionInput } from '#shared/schemas/discussions.ts';
import { postProfileComment } from '../comments/post-profile-comment.ts';
import { postDiscussionComment } from '../discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '../discussions/create-discussion.ts';
import { sendFriendRequest } from '../friends/requests/send-friend-request.ts';
import { postPicture } from '../gallery/post-picture.ts';
import { receiveSingleUpload } from '../gallery/uploads/start-upload.ts';
import { requireUploadPermission } from '../gallery/uploads/upload-token.ts';
import { type Thread, threads } from './discussion-texts.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';
import { comments } from './message-texts.ts';

/** The discussions that can be read by everybody. The others are about the demonstration. */
export const exampleThreads: readonly Thread[] = threads
  .filter(({ isPrivate }) => !isPrivate)
  .slice(0, 6);

/** A picture for the gallery, as a player would send it. */
export interface ExamplePicture {
  bytes: Buffer;
  caption: string;
}

/** Two players become friends: each sends the other a request. */
export async function befriend(
  session: ExampleSession,
  one: ExamplePlayer,
  other: ExamplePlayer,
): Promise<void> {
  await session.as(one, () => sendFriendRequest(session.ctx, other));
  session.wait(20 * 60_000);
  await session.as(other, () => sendFriendRequest(session.ctx, one));
}

export async function commentOnProfile(
  session: ExampleSession,
  author: ExamplePlayer,
  { username }: ExamplePlayer,
): Promise<void> {
  const text = session.pick(comments as unknown as [string, ...string[]]);
  await session.as(author, () =>
    postProfileComment(session.ctx, { username, text, key: randomUUID() }),
  );
}

/** Starts a discussion. Returns its id; null if the site does not allow it. */
export async function discuss(
  session: ExampleSession,
  author: ExamplePlayer,
  { comments: _, tags, ...content }: Thread,
): Promise<string | null> {
  const form = { ...content, tags: tags.join(), isPrivate: 'false', key: randomUUID() };
  const input = createDiscussionInput.parse(form);
  const created = await session.as(author, () => createDiscussion(session.ctx, input));
  return created?.id ?? null;
}

export async function answer(
  session: ExampleSession,
  author: ExamplePlayer,
  comment: { discussionId: string; text: string },
): Promise<void> {
  await session.as(author, () =>
    postDiscussionComment(session.ctx, { ...comment, key: randomUUID() }),
  );
}

/** Posts a picture in the gallery. */
export async function post(
  session: ExampleSession,
  author: ExamplePlayer,
  { bytes, caption }: ExamplePicture,
): Promise<void> {
  const { ctx } = session;
  await session.as(author, async () => {
    const { id: userId } = await requireUploadPermission(ctx);
    const { id } = await ctx.gallery.tempDirs.use(async (dir) => {
      const written = await dir.write(piecesOf(bytes), { bytesMax: uploadConstants.bytesMax });
      const file = { ...written, name: 'picture.jpg' };
      return receiveSingleUpload(ctx, dir, { userId, file, publish: false });
    });
    await postPicture(ctx, { id, caption });
  });
}

async function* piecesOf(bytes: Buffer) {
  yield bytes;
}
