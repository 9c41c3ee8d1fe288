import { giveCards } from './fixtures/give-cards.ts';
import { befriend, commentOnProfile, offerTrade, sendMessage } from './fixtures/player-actions.ts';
import { expect } from './fixtures/test.ts';
import { packPayloads, shortPayloads } from './fixtures/xss-corpus.ts';
import { expectTexts, test } from './fixtures/xss-test.ts';

test.use({ server: 'hostile', loadsImages: true });

test.describe('payloads are never executed in', () => {
  test('comments on a profile', async ({ registerPlayer, reader, readerPage, expectPlainHtml }) => {
    const writer = await registerPlayer('mallory');
    const texts = packPayloads(750);
    for (const text of texts) await commentOnProfile(writer, reader.username, text);
    await expectPlainHtml(`/profile/${reader.username}`, texts);
    await readerPage.expectPlainText('/profile', texts);
  });

  test('a profile: name and description', async ({
    registerPlayer,
    reader,
    openWatched,
    expectPlainHtml,
  }) => {
    const owner = await registerPlayer('mallory');
    for (const [index, description] of packPayloads(200).entries()) {
      const name = shortPayloads[index % shortPayloads.length] ?? '';
      await owner.send('/profile/edit', { name, description, profilePic: 'profile1.webp' });
      await expectPlainHtml(`/profile/${owner.username}`, [name, description], reader);
      await expectPlainHtml('/profile/edit', [name, description], owner);
    }
    await (await openWatched({ user: owner })).expectPlainText('/profile/edit');
  });

  test('chat messages, live and read later', async ({
    registerPlayer,
    reader,
    readerPage,
    expectPlainHtml,
  }) => {
    const writer = await registerPlayer('mallory');
    await befriend(writer, reader);
    const { page, findAttacks } = readerPage;
    await page.goto(`/chat/${reader.username}/${writer.username}`);
    const texts = packPayloads(1_000);
    for (const text of texts) await sendMessage(writer, reader, text);
    await expectTexts(page, texts);
    expect(await findAttacks()).toEqual([]);
    await expectPlainHtml(`/chat/${writer.username}/${reader.username}`, texts, writer);
    await expectPlainHtml('/messages', [], reader);
  });

  test('messages of trade offers, in the chat, in the lists and on their pages', async ({
    registerPlayer,
    guildhall,
    reader,
    readerPage,
    expectPlainHtml,
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
      await expectPlainHtml(path, [message], reader);
    }
    await expectPlainHtml('/community/market/trades', [], reader);
  });
});
