import sharp from 'sharp';
import { giveCards } from './fixtures/give-cards.ts';
import { befriend, commentOnProfile, offerTrade, sendMessage } from './fixtures/player-actions.ts';
import { postPictures } from './fixtures/post-pictures.ts';
import { expect } from './fixtures/test.ts';
import { packPayloads, shortPayloads } from './fixtures/xss-corpus.ts';
import { expectTexts, test } from './fixtures/xss-test.ts';

test.use({ server: 'hostile' });

test.describe('payloads are never executed in', () => {
  test('comments on a profile', async ({ registerPlayer, visitor, reader, readerPage }) => {
    const writer = await registerPlayer('mallory');
    const texts = packPayloads(750);
    for (const text of texts) await commentOnProfile(writer, reader.username, text);
    await visitor.expectPlainText(`/profile/${reader.username}`, texts);
    await readerPage.expectPlainText('/profile', texts);
  });

  test('a profile: name and description', async ({ registerPlayer, readerPage, openWatched }) => {
    const owner = await registerPlayer('mallory');
    for (const [index, description] of packPayloads(200).entries()) {
      const name = shortPayloads[index % shortPayloads.length] ?? '';
      await owner.send('/profile/edit', { name, description, profilePic: 'profile1.webp' });
      await readerPage.expectPlainText(`/profile/${owner.username}`, [name, description]);
    }
    await (await openWatched({ user: owner })).expectPlainText('/profile/edit');
  });

  test('chat messages, live and read later', async ({
    registerPlayer,
    reader,
    readerPage,
    openWatched,
  }) => {
    const writer = await registerPlayer('mallory');
    await befriend(writer, reader);
    const { page, findAttacks } = readerPage;
    await page.goto(`/chat/${reader.username}/${writer.username}`);
    const texts = packPayloads(1_000);
    for (const text of texts) await sendMessage(writer, reader, text);
    await expectTexts(page, texts);
    expect(await findAttacks()).toEqual([]);
    const writerPage = await openWatched({ user: writer });
    await writerPage.expectPlainText(`/chat/${writer.username}/${reader.username}`, texts);
    await readerPage.expectPlainText('/messages');
  });

  test('messages of trade offers, in the chat, in the lists and on their pages', async ({
    registerPlayer,
    guildhall,
    reader,
    readerPage,
  }) => {
    const writer = await registerPlayer('mallory');
    await befriend(writer, reader);
    const card = { gameId: 4062, kindId: 'default-dog' };
    await giveCards(guildhall.dataDir, [
      { username: writer.username, gameId: card.gameId, kindIds: [card.kindId], copies: 1 },
    ]);
    const { page, findAttacks } = readerPage;
    await page.goto(`/chat/${reader.username}/${writer.username}`);
    for (const message of packPayloads(1_000)) {
      const path = await offerTrade(writer, reader, { give: [card], get: [], message });
      await expectTexts(page, [message]);
      expect(await findAttacks()).toEqual([]);
      await readerPage.expectPlainText(path, [message]);
      await page.goto(`/chat/${reader.username}/${writer.username}`);
    }
    await readerPage.expectPlainText('/community/market/trades');
  });

  test('captions of pictures', async ({ registerPlayer, guildhall, readerPage }) => {
    const author = await registerPlayer('mallory');
    const background = { width: 64, height: 48, channels: 3, background: 'teal' } as const;
    const bytes = await sharp({ create: background }).jpeg().toBuffer();
    const texts = packPayloads(200);
    const pictures = texts.map((caption) => ({ caption, bytes }));
    const ids = await postPictures(author.request, guildhall.origin, pictures);
    await readerPage.expectPlainText('/community');
    for (const [index, id] of ids.entries()) {
      await readerPage.expectPlainText(`/community/pictures/${id}`, [texts[index] ?? '']);
    }
  });
});
