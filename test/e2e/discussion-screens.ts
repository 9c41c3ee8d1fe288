import type { Page } from 'playwright-core';
import { discussionTitles } from './discussions.ts';
import { as, type Screen } from './screen.ts';

const root = '/community/discussion';
const create = `${root}/create-discussion`;

/** The screens of discussions, of which some are the keeper's own. */
export function discussionScreens(): Screen[] {
  const [own, newcomer, visitor] = [as('keeper'), as('newcomer'), as('visitor')];
  const guest = as('guest');
  return [
    visitor('discussions', root),
    own('discussions-filtered', `${root}?q=puzzles&genre=Puzzle&genre=Help&order=comments`),
    visitor('discussions-nothing', `${root}?q=zzzzzz`),
    own('discussion-create', create),
    own('discussion-create-refused', create, async (page) => {
      await page.getByLabel('Title').fill('   ');
      await page.getByLabel('Content').fill('Something');
      await page.getByText('Help', { exact: true }).click();
      await page.getByRole('button', { name: 'Create Discussion' }).click();
      await page.getByText('Give it a title.').waitFor();
    }),
    guest('discussion-create-guest', create),
    own('discussion', root, open('busy')),
    own('discussion-delete-question', root, async (page) => {
      await open('busy')(page);
      await page.getByRole('link', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog', { name: 'Delete this discussion?' }).waitFor();
    }),
    own('discussion-edit', root, async (page) => {
      await open('busy')(page);
      await page.getByRole('link', { name: 'Edit Discussion' }).click();
      await page.getByRole('heading', { name: 'Edit discussion' }).waitFor();
    }),
    own('discussion-comment-edit', root, async (page) => {
      await open('busy')(page);
      await page.goto(`${page.url()}?page=2`);
      await page.getByRole('link', { name: 'Edit your comment' }).click();
      await page.getByRole('textbox', { name: 'Edit your comment' }).waitFor();
    }),
    own('discussion-draft', root, async (page) => {
      await open('silent')(page);
      await page.getByPlaceholder('Add a comment...').fill('Pawn to e5, then.');
      await page.reload();
      await page.getByText('Your draft from before is here again.').waitFor();
    }),
    visitor('discussion-visitor', root, open('busy')),
    newcomer('discussion-private', root, open('closed')),
    newcomer('discussion-silent', root, open('silent')),
    visitor('discussion-missing', '/community/discussions/nowhere'),
  ];
}

/** Opens a discussion from the list, which it is searched in. */
function open(which: keyof typeof discussionTitles) {
  return async (page: Page) => {
    const title = discussionTitles[which];
    await page.goto(new URL(`${root}?q=${encodeURIComponent(title)}`, page.url()).href);
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  };
}
