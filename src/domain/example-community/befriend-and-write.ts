import { randomUUID } from 'node:crypto';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { createDiscussionInput } from '#shared/schemas/discussions.ts';
import { openConversation } from '../chat/open-conversation.ts';
import { sendMessage } from '../chat/send-message.ts';
import { postProfileComment } from '../comments/post-profile-comment.ts';
import { postDiscussionComment } from '../discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '../discussions/create-discussion.ts';
import { sendFriendRequest } from '../friends/requests/send-friend-request.ts';
import { postPicture } from '../gallery/post-picture.ts';
import { receiveSingleUpload } from '../gallery/uploads/start-upload.ts';
import { requireUploadPermission } from '../gallery/uploads/upload-token.ts';
import type { Thread } from './discussion-texts.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';
import { comments } from './message-texts.ts';

/** Two players become friends: each sends the other a request. */
export async function befriend(
  session: ExampleSession,
  one: ExamplePlayer,
  other: ExamplePlayer,
): Promise<void> {
  await requestFriendship(session, one, other);
  session.wait(30_000);
  await requestFriendship(session, other, one);
}

export async function requestFriendship(
  session: ExampleSession,
  sender: ExamplePlayer,
  recipient: ExamplePlayer,
): Promise<void> {
  await session.as(sender, () => sendFriendRequest(session.ctx, recipient));
}

export async function commentOnProfile(
  session: ExampleSession,
  author: ExamplePlayer,
  { username }: ExamplePlayer,
): Promise<void> {
  const text = session.pick(comments);
  await session.as(author, () =>
    postProfileComment(session.ctx, { username, text, key: randomUUID() }),
  );
}

/** Two friends write each other alternately. */
export async function chat(
  session: ExampleSession,
  pair: readonly [ExamplePlayer, ExamplePlayer],
  texts: readonly string[],
): Promise<void> {
  const { ctx } = session;
  for (const [place, text] of texts.entries()) {
    const [sender, recipient] = place % 2 === 0 ? pair : [pair[1], pair[0]];
    session.wait(20_000 + session.integer(60_000));
    await session.as(sender, async () => {
      const { conversationId } = await openConversation(ctx, recipient.username);
      await sendMessage(ctx, { conversationId, id: randomUUID(), text });
    });
  }
}

/** Starts a discussion. Returns its id; null if the site does not allow it. */
export async function discuss(
  session: ExampleSession,
  author: ExamplePlayer,
  { comments: _, tags, isPrivate = false, ...content }: Thread,
): Promise<string | null> {
  const form = { ...content, tags: tags.join(), isPrivate: String(isPrivate), key: randomUUID() };
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

/** A picture for the gallery, as a player would send it. */
export interface ExamplePicture {
  bytes: Buffer;
  caption: string;
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
