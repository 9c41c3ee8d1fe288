import type { Page } from '@playwright/test';
import { collectConsoleErrors } from './fixtures/console-errors.ts';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { createDiscussion } from './fixtures/player-actions.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ loadsImages: true });

/**
 * The elements, attributes and texts of the page, without ids, keys and minutes, which differ at each rendering. In
 * production React does not report a different attribute, so the markup is compared.
 */
function readMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const part of body.querySelectorAll('script, noscript, [role=status]')) part.remove();
    const lines: string[] = [];
    const read = (parent: Element) => {
      let text = '';
      for (const node of parent.childNodes) {
        if (node instanceof Text) text += node.data;
        if (!(node instanceof Element)) continue;
        const attributes = Array.from(node.attributes, ({ name, value }) =>
          name === 'style' ? (node as HTMLElement).style.cssText : `${name}="${value}"`,
        );
        lines.push(`${text}<${node.tagName} ${attributes.sort().join(' ')}>`);
        text = '';
        read(node);
      }
      lines.push(text);
    };
    read(body);
    return lines.map((line) =>
      line
        .replace(/_[Rr]_\w*_/g, 'id')
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}/g, 'key')
        // A minute can pass between the two renderings.
        .replace(/^(just now|\d+ minutes? ago)/, 'minutes ago'),
    );
  });
}

for (const who of ['visitor', 'player'] as const) {
  test(`a ${who}'s browser renders pages exactly as the server does`, async ({
    createContext,
    registerPlayer,
  }) => {
    const player = await registerPlayer('Markup');
    const visit = who === 'player' ? { user: player } : {};
    const page = await (await createContext(visit)).newPage();
    const errors = collectConsoleErrors(page);
    const discussion = await createDiscussion(player, {
      title: 'Which knights?',
      content: 'All of them.',
    });
    for (const path of [
      '/',
      '/game-info/3498',
      '/community/market',
      '/community/discussions',
      discussion,
      who === 'player' ? '/profile' : `/profile/${player.username}`,
    ]) {
      await test.step(path, async () => {
        // The second rendering reuses markup of the first.
        await page.request.get(path);
        await page.goto(path);
        await waitForHydration(page);
        await waitForIdle(page);
        const hydrated = await readMarkup(page);
        await page.getByRole('contentinfo').getByRole('link', { name: 'Reference' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Reference' })).toBeVisible();
        await page.goBack();
        await expect(page.getByRole('heading', { level: 1, name: 'Reference' })).toBeHidden();
        await waitForIdle(page);
        expect(await readMarkup(page)).toEqual(hydrated);
      });
    }
    expect(errors).toEqual([]);
  });
}

test('a page of visitors hydrates at an address with a parameter that it does not read', async ({
  page,
}) => {
  const errors = collectConsoleErrors(page);
  await page.goto('/?utm_source=mail');
  await waitForHydration(page);
  await expect(page).toHaveURL(/\/$/);
  const puzzle = page
    .getByRole('navigation', { name: 'Genres' })
    .getByRole('link', { name: 'Puzzle' });
  await puzzle.click();
  await expect(page).toHaveURL(/genre=puzzle/);
  await expect(puzzle).toHaveAttribute('aria-current', /./);
  expect(errors).toEqual([]);
});
