import type { Page } from 'playwright-core';
import { plain } from '#test/made-pictures.ts';
import { as, type Props, type Screen } from './screen.ts';

/** The screens of a gallery with pictures in it, and of the camera. */
export function galleryScreens({ friend }: Props): Screen[] {
  const [keeper, newcomer, guest] = [as('keeper'), as('newcomer'), as('guest')];
  return [
    keeper('gallery', '/community'),
    keeper('gallery-dialog', '/community', openFirst),
    keeper('gallery-question', '/community', async (page) => {
      await openFirst(page);
      await page.getByRole('button', { name: 'Delete this picture' }).click();
      await page.getByRole('dialog', { name: 'Delete this picture?' }).waitFor();
    }),
    keeper('gallery-question-as-moderator', '/community', async (page) => {
      await page
        .getByRole('listitem')
        .filter({ hasText: friend })
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('button', { name: 'Delete this picture' }).click();
      await page.getByLabel('Reason').waitFor();
    }),
    newcomer('gallery-picture', '/community', async (page) => {
      const first = page.locator('[data-picture]').first();
      await page.goto(new URL((await first.getAttribute('href')) ?? '', page.url()).href);
    }),
    newcomer('gallery-picture-gone', '/community/pictures/00000000-0000-4000-8000-000000000000'),
    newcomer('camera', '/community/camera'),
    guest('camera-guest', '/community/camera'),
    newcomer('camera-chosen', '/community/camera', choose),
    newcomer('camera-refused', '/community/camera', async (page) => {
      await woken(page);
      await page
        .getByLabel('Choose a picture')
        .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
      await page.getByText('This is not a picture that we know').waitFor();
    }),
    newcomer('camera-sending', '/community/camera', async (page) => {
      // It is answered when the screen is left.
      await page.route('**/api/upload/base/**', () => {});
      await choose(page);
      await page.getByRole('button', { name: 'Send photo' }).click();
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      await page.getByRole('progressbar').waitFor();
    }),
    newcomer('camera-failed', '/community/camera', async (page) => {
      await page.route('**/community/camera/pass', (route) => route.abort());
      await choose(page);
      await page.getByRole('button', { name: 'Send photo' }).click();
      await page.getByText('The picture could not be sent.').waitFor();
    }),
  ];
}

async function openFirst(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.locator('[data-picture]').first().click();
  await page.getByRole('button', { name: 'Older picture' }).waitFor();
}

/** The button is closed to whom it serves nothing, once scripts run. */
async function woken(page: Page) {
  await page.locator('button:disabled', { hasText: 'Send photo' }).waitFor();
}

async function choose(page: Page) {
  await woken(page);
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'sunset-over-the-hall.jpg',
    mimeType: 'image/jpeg',
    buffer: await plain(1600, 1000, '#c86a3a').jpeg().toBuffer(),
  });
  await page.getByRole('img', { name: /^Preview of/ }).waitFor();
}
