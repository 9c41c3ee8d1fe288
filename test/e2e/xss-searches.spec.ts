import { randomUUID } from 'node:crypto';
import { withNightly } from '#test/config/nightly.ts';
import { makeAdmin } from '#test/fixtures/make-admin.ts';
import { expect } from './fixtures/test.ts';
import { postForm } from './fixtures/test-user.ts';
import { packPayloads, payloads, shortPayloads } from './fixtures/xss-corpus.ts';
import { test } from './fixtures/xss-test.ts';

test.use({ server: 'hostile', loadsImages: true });

test('the test browser detects a payload that is executed', async ({ visitor }) => {
  const { page, findAttacks } = visitor;
  await page.setContent('<img src=x onerror="pwned=1"><a href="javascript:pwned=1">x</a>');
  await expect.poll(findAttacks).toContain('a script ran');
  expect(await findAttacks()).toContain('href="javascript:pwned=1" on A');
  await page.setContent('<img src="https://elsewhere.test/x">');
  await expect.poll(findAttacks).toContain('a request was sent to https://elsewhere.test/x');
  await page.goto('/about');
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.setAttribute('onerror', 'pwned=1');
    // The policy is checked when the handler should run.
    image.src = '/pictures/not-there';
    document.body.append(image);
  });
  await expect
    .poll(async () => (await findAttacks()).join('\n'))
    .toMatch(/the policy stopped script-src-attr inline/);
});

test('a payload is found in HTML that contains it as markup', async ({ findInHtml }) => {
  for (const text of payloads.filter((one) => /<[a-z]/.test(one))) {
    const inText = await findInHtml(`<main><p>${text}</p></main>`);
    expect([text, inText.length > 0]).toEqual([text, true]);
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    expect(await findInHtml(`<main><p>${escaped}</p></main>`)).toEqual([]);
  }
  for (const text of payloads.filter((one) => /^['"]+>|"on[a-z]+=/.test(one))) {
    const inAttribute = await findInHtml(`<main><input value="${text}"></main>`);
    expect([text, inAttribute.length > 0]).toEqual([text, true]);
  }
  expect(await findInHtml(`<script>const a = "</script><script>pwned=1</script>"`)).not.toEqual([]);
});

/** The searches whose pages show the search text. */
const searches = [
  ['the shop', '/?q=', 'visitor'],
  ['discussions', '/community/discussion?q=', 'visitor'],
  ['the market', '/community/market?q=', 'player'],
  ['the cards of the market', '/community/market/cards?q=', 'player'],
  ['the sellers of the market', '/community/market/cards?seller=', 'visitor'],
  ['suggestions of the market', '/community/market/suggestions?q=', 'visitor'],
  ['a new trade', '/community/market/trades/new?with=', 'player'],
  ['people', '/community/social?q=', 'player'],
  ['the log of moderation', '/moderation/log?of=', 'admin'],
  ['the trading pairs', '/moderation/trading?of=', 'admin'],
  ['games for a discussion', '/community/discussion/games?q=', 'visitor'],
  ['a page that is not there', '/nowhere/', 'visitor'],
] as const;

test.describe('payloads are never executed in', () => {
  test('the HTML of a search, which shows the search text', async ({
    registerPlayer,
    guildhall,
    expectPlainHtml,
  }) => {
    const [player, admin] = [await registerPlayer('reader'), await registerPlayer('reader')];
    await makeAdmin(guildhall.dataDir, admin.username);
    const users = { visitor: undefined, player, admin };
    for (const [index, [name, path, who]] of searches.entries()) {
      // Each search gets other payloads, and at night all.
      const own = payloads.filter((_, at) => at % 6 === index % 6);
      const others = payloads.filter((_, at) => at % 6 !== index % 6);
      await test.step(name, async () => {
        for (const text of withNightly([...own, ...shortPayloads], others))
          await expectPlainHtml(path + encodeURIComponent(text), [], users[who]);
      });
    }
  });

  test('a search that a browser shows', async ({ visitor }) => {
    for (const text of packPayloads(100)) {
      await visitor.expectPlainText(`/community/discussion?q=${encodeURIComponent(text)}`);
      const field = visitor.page.getByRole('main').getByRole('searchbox').first();
      await expect(field).toHaveValue(/pwned|elsewhere/);
    }
  });

  test('fields that reject payloads: tags, usernames and pictures', async ({
    guildhall,
    visitor,
    reader,
  }) => {
    const { request } = reader;
    const post = async (path: string, form: Record<string, string>) =>
      (await postForm(request, guildhall.origin + path, form)).status;
    for (const text of payloads) {
      const form = { key: randomUUID(), title: 'Tags', content: 'Tags', tags: text };
      expect(await post('/community/discussion/create-discussion', form)).toBe(400);
    }
    const profile = { name: 'M', description: '', profilePic: payloads[0] ?? '' };
    expect(await post('/profile/edit', profile)).toBe(400);
    const { status } = await postForm(
      visitor.page.context().request,
      `${guildhall.origin}/register`,
      { username: '<b id=pwned>', email: 'm@example.test', password: 'long enough' },
    );
    expect(status).toBe(400);
  });
});
