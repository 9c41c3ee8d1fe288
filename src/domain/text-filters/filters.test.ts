import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { messages, reportCases } from '#database/schema.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { listCases } from '#domain/moderation/cases/list-cases.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { callerOf } from '#test/fixtures/realm-functions.ts';
import { discussionForm, useTextFilters, word } from '#test/fixtures/text-filters.ts';

const { database, as, add } = useTextFilters();

const findCases = (thing: string) =>
  database.db.select().from(reportCases).where(eq(reportCases.thing, thing));

describe('a filter that refuses', () => {
  it('holds for every text, also of admins', async () => {
    await add(word('rude'));
    await add({ kind: 'host', pattern: 'evil.example', act: 'refuse' });
    for (const role of ['player', 'admin'] as const) {
      const ctx = await as(role);
      const owner = await createPlayer(database.db);
      const refused = { code: 'text-refused' };
      const { id: discussionId } = await createDiscussion(ctx, discussionForm('Fine.'));
      const content = { ...discussionForm('See https://evil.example/'), discussionId };
      await expect(editDiscussion(ctx, content)).rejects.toMatchObject(refused);
      await expect(
        createDiscussion(ctx, { ...discussionForm('Fine.'), title: 'Rude' }),
      ).rejects.toMatchObject({ ...refused, details: { fields: { title: expect.any(String) } } });
      const key = randomUUID();
      await expect(
        postDiscussionComment(ctx, { discussionId, text: 'rude', key }),
      ).rejects.toMatchObject(refused);
      await expect(
        postProfileComment(ctx, { username: owner.username, text: 'rude', key }),
      ).rejects.toMatchObject(refused);
      const profile = { name: '', description: 'So rude', profilePic: '' };
      await expect(editProfile(ctx, profile)).rejects.toMatchObject(refused);
      // The same form works without the word.
      await postDiscussionComment(ctx, { discussionId, text: 'kind', key });
    }
  });

  it('does not refuse the repetition of a form that was carried out before', async () => {
    const ctx = await as('player');
    const { username } = await createPlayer(database.db);
    const form = discussionForm('So newfangled.');
    const discussion = await createDiscussion(ctx, form);
    const text = 'newfangled';
    const commentForm = { discussionId: discussion.id, text, key: randomUUID() };
    const comment = await postDiscussionComment(ctx, commentForm);
    const profileForm = { username, text, key: randomUUID() };
    const onProfile = await postProfileComment(ctx, profileForm);
    const userId = ctx.actor?.id ?? '';
    const [posted, another] = await Promise.all(
      [1, 2].map(() => createPicture(ctx, { userId, publishedAt: null })),
    );
    await postPicture(ctx, { id: posted ?? '', caption: text });
    await add(word('newfangled'));
    const later = { ...(await as('player')), actor: ctx.actor };
    expect(await createDiscussion(later, form)).toEqual(discussion);
    expect(await postDiscussionComment(later, commentForm)).toEqual(comment);
    expect(await postProfileComment(later, profileForm)).toEqual(onProfile);
    await postPicture(later, { id: posted ?? '', caption: text });
    await expect(postPicture(later, { id: another ?? '', caption: text })).rejects.toMatchObject({
      code: 'text-refused',
    });
    await expect(
      postProfileComment(later, { ...profileForm, key: randomUUID() }),
    ).rejects.toMatchObject({ code: 'text-refused' });
  });

  it('holds for private messages and new usernames, and stores nothing of them', async () => {
    await add(word('rude'));
    await add(word('odd', 'report'));
    await add(word('late', 'wait'));
    const [sender, receiver] = [await as('player'), await createPlayer(database.db)];
    const pair: [string, string] = [sender.actor?.id ?? '', receiver.id];
    await befriend(database.db, ...pair);
    const conversationId = await createConversation(database.db, pair, { count: 1, text: 'Hi' });
    const send = (said: string, id = randomUUID()) =>
      sendMessage(sender, { conversationId, id, text: said });
    await expect(send('rude')).rejects.toMatchObject({ code: 'text-refused' });
    await send('odd and late');
    expect(await database.db.$count(messages, eq(messages.conversationId, conversationId))).toBe(2);
    expect(
      await database.db.select().from(reportCases).where(eq(reportCases.kind, 'message')),
    ).toEqual([]);
    const visitor = createTestCtx(database.db);
    const account = { username: 'So-rude', email: 'so@example.test', password: 'correct horse' };
    await expect(register(visitor, account)).rejects.toMatchObject({
      ...{ code: 'text-refused', details: { fields: { username: expect.any(String) } } },
    });
  });
});

it('a client of the Realm API gets the error that its function has', async () => {
  await add(word('rude'));
  const ctx = await as('player');
  const { id } = await createDiscussion(ctx, discussionForm('Fine.'));
  const caller = callerOf(ctx.actor);
  const username = ctx.actor?.username;
  const message = '“rude” is not allowed on this site. Please write it without.';
  const comment = { name: 'addCommentToDiscussion', args: [id, 'rude', username, null] };
  await expect(
    callFunction(ctx, {
      ...{ name: 'addDiscussion', caller },
      args: [
        { title: 'A rude one', content: 'C', game: '', genre: [], isPrivate: false },
        username,
        null,
      ],
    }),
  ).rejects.toMatchObject({ message });
  expect(await callFunction(ctx, { ...comment, caller })).toEqual({ error: message });
});

describe('a filter that reports', () => {
  it('opens one case of a text, which moderators find in their queue', async () => {
    await add(word('odd', 'report'));
    const player = await as('player');
    const { id: discussionId } = await createDiscussion(player, discussionForm('Very 0dd.'));
    await editDiscussion(player, { ...discussionForm('Odd again.'), discussionId });
    const cases = await findCases(discussionId);
    expect(cases).toMatchObject([{ foundByFilter: 'Odd', reportCount: 0, closedAt: null }]);
    const query = { kind: null, state: 'open', mine: false, page: 1 } as const;
    const { cases: listed } = await listCases(await as('moderator'), query);
    expect(listed).toContainEqual(
      expect.objectContaining({ id: cases[0]?.id, foundByFilter: 'Odd' }),
    );
  });

  it('does not report the text of somebody else that a player tried to change', async () => {
    await add(word('odd', 'report'));
    const { id: discussionId } = await createDiscussion(
      await as('player'),
      discussionForm('Fine.'),
    );
    await expect(
      editDiscussion(await as('player'), { ...discussionForm('Odd.'), discussionId }),
    ).rejects.toMatchObject({ code: 'not-author' });
    expect(await findCases(discussionId)).toEqual([]);
  });

  it('reports profiles, also if it would let a text wait, and no texts of moderators', async () => {
    await add(word('late', 'wait'));
    const profile = { name: '', description: 'Late', profilePic: '' };
    const [player, moderator] = [await as('player'), await as('moderator')];
    for (const ctx of [player, moderator]) await editProfile(ctx, profile);
    expect(await findCases(player.actor?.id ?? '')).toHaveLength(1);
    expect(await findCases(moderator.actor?.id ?? '')).toEqual([]);
  });
});
