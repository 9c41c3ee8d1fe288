import { expect, type Page } from '@playwright/test';
import { timeLimits } from '../config/time-limits.ts';
import { cleanUp, startGuildhall, waitUntil } from '../crash/guildhall-process.ts';
import { makePreparedDataDir } from '../crash/prepared-data-dir.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { findFreePort } from './fixtures/free-port.ts';
import { setUpSite } from './fixtures/new-site-test.ts';
import { test, uniqueName } from './fixtures/test.ts';
import { password } from './fixtures/test-user.ts';

const main = (page: Page) => page.getByRole('main');
const pupilPassword = 'blue lantern 4 owls';

/** A class of 60 pupils as a spreadsheet saves it. */
function makeClass(group: string): string {
  const colour = group.split(' ')[0]?.toLowerCase();
  return Array.from({ length: 60 }, (_, at) => {
    const name = `pupil-${colour}-${at + 1}`;
    return `${name};Pupil ${at + 1};${name}@school.test;${group};${pupilPassword}`;
  }).join('\n');
}

async function makeGroup(page: Page, name: string) {
  await page.goto('/admin/groups/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('By invitation only').check();
  await page.getByRole('button', { name: 'Make the group' }).click();
  await page.waitForURL(/\/admin\/groups\/[0-9a-f-]{36}/);
}

async function logIn(page: Page, username: string, typed: string) {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(typed);
  await main(page).getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeAttached();
}

test('somebody who uses only pages opens a site for a school', async ({ browser }) => {
  test.slow();
  const dataDir = await makePreparedDataDir();
  const mailServer = await startSmtpServer();
  const openSite = async (origin: string) =>
    (await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })).newPage();
  try {
    // As in the installation guide: mails need the public address.
    const port = String(await findFreePort());
    const settings = { PORT: port, ORIGIN: `http://localhost:${port}` };
    const { output, process: server, exited } = await startGuildhall(dataDir, settings);
    const findLink = () => output.join('\n').match(/http:\S+\/set-up\?token=\S+/)?.[0];
    await waitUntil('the set-up link is printed', () => findLink() !== undefined);
    const link = new URL(findLink() ?? '');
    const owner = uniqueName('teacher');
    const page = await openSite(link.origin);

    await test.step('the shop holds only games of the school', async () => {
      await setUpSite(page, link, { username: owner, shop: 'Only games of this site' });
      await page.goto('/');
      await expect(main(page)).toContainText('0 games');
    });

    await test.step('mail arrives, from the sender that the page names', async () => {
      await page.goto('/admin/site');
      const sender = page.getByRole('group', { name: 'Sender of mails' });
      await sender.getByLabel('Address that mails come from').fill('office@school.test');
      await sender.getByRole('button', { name: 'Save' }).click();
      await expect(main(page)).toContainText('Saved.');
      await page.goto('/admin/services');
      const sink = new URL(mailServer.url);
      const form = page.getByRole('group', { name: 'Mail server' });
      await form.getByLabel('Host').fill(sink.hostname);
      await form.getByLabel('Port').fill(sink.port);
      await form.getByLabel('Encryption of the connection').selectOption('if-offered');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(main(page)).toContainText('Saved');
      const mail = mailServer.nextMail();
      await page.goto('/admin/system');
      await page.getByRole('button', { name: 'Send a test mail to me' }).click();
      expect(await mail).toMatch(
        /MAIL FROM:<office@school\.test>[\s\S]*From: .*office@school\.test/,
      );
    });

    await test.step('two classes of 60 come from one file', async () => {
      await makeGroup(page, 'Blue class');
      await makeGroup(page, 'Green class');
      await page.goto('/admin/people-import');
      const text = [
        'Username;Name;Email;Group;Password',
        makeClass('Blue class'),
        makeClass('Green class'),
      ].join('\n');
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByLabel('File').setInputFiles(file);
      await page.getByRole('button', { name: 'Check only' }).click();
      await expect(main(page)).toContainText('people.csv: 120 new. Nothing was written yet.');
      await page.getByLabel('File').setInputFiles(file);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(main(page)).toContainText('Their accounts are made.');
      await page.goto('/admin/groups');
      await expect(main(page)).toContainText('60 members');
    });

    await test.step('a game of the school is for one class', async () => {
      await page.goto('/admin/games/new');
      await page.getByLabel('Name', { exact: true }).fill('Lantern Race');
      await page.getByLabel('Price').fill('5.00');
      await page.getByRole('button', { name: 'Add game' }).click();
      await page.waitForURL(/\/admin\/games\/\d+/);
      await page.getByLabel('Only members of these groups').check();
      await page.getByLabel('Blue class').check();
      await page.getByRole('button', { name: 'Save who sees it' }).click();
      await expect(page.getByText('Only members see the game now.')).toBeVisible();
    });

    const codes = await test.step('codes for the first day are printed', async () => {
      await page.goto('/admin/codes/new');
      await page.getByLabel('Money').check();
      await page.getByLabel('Amount').fill('10.00');
      await page.getByLabel('How many codes').fill('3');
      await page.getByRole('button', { name: /Make/ }).click();
      const printed = main(page).getByRole('img', { name: /^QR code of / });
      await expect(printed).toHaveCount(3);
      const names = await printed.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
      return names.map((name) => name.replace('QR code of ', ''));
    });

    await test.step('a pupil redeems a code and buys the game', async () => {
      const pupil = await openSite(link.origin);
      // The reward of the day greets a player when the page is quiet.
      await pupil.addLocatorHandler(pupil.getByRole('dialog', { name: /reward/i }), async () =>
        pupil.keyboard.press('Escape'),
      );
      await logIn(pupil, 'pupil-blue-1', pupilPassword);
      await pupil.goto('/redeem');
      await pupil.getByLabel('Code').fill(codes[0] ?? '');
      await pupil.getByRole('button', { name: 'Redeem' }).click();
      await expect(main(pupil)).toContainText('$10.00');
      await pupil.goto('/');
      await pupil
        .getByRole('link', { name: /Lantern Race/ })
        .first()
        .click();
      await pupil.getByRole('button', { name: /Buy/ }).first().click();
      await expect(main(pupil).getByRole('link', { name: 'Play' }).first()).toBeVisible();
      await pupil.goto('/library');
      await expect(main(pupil)).toContainText('Lantern Race');
      await pupil.context().close();
    });

    await test.step('the other class does not see the game', async () => {
      const pupil = await openSite(link.origin);
      await logIn(pupil, 'pupil-green-1', pupilPassword);
      await pupil.goto('/');
      await expect(main(pupil)).toContainText('0 games');
      await pupil.context().close();
    });

    await test.step('a backup is made, and restored after a mistake', async () => {
      await page.goto('/admin/backups');
      await page.getByRole('button', { name: 'Make a backup now' }).click();
      await expect(main(page)).toContainText(/A backup (starts|is being made)|by hand/);
      const restore = page.getByRole('link', { name: /^Restore / });
      await expect(async () => {
        await page.goto('/admin/backups');
        await expect(restore).toHaveCount(1, { timeout: timeLimits.atOnce });
      }).toPass();
      await page.goto('/admin/site');
      const texts = page.getByRole('group', { name: 'Name and texts' });
      await texts.getByLabel('Name').fill('A mistake');
      await texts.getByRole('button', { name: 'Save' }).click();
      await expect(page).toHaveTitle(/A mistake/);
      await page.goto('/admin/backups');
      await restore.click();
      await page.getByLabel(/Type .* to confirm/).fill('RESTORE');
      await page.getByRole('button', { name: 'Prepare the restore' }).click();
      await expect(main(page)).toContainText(/is being checked|Restart the server/);
      await expect(async () => {
        await page.goto('/admin/backups');
        await expect(main(page)).toContainText('Restart the server to restore', {
          timeout: timeLimits.atOnce,
        });
      }).toPass();
      server.kill('SIGTERM');
      await exited;
      await startGuildhall(dataDir, settings);
      const again = await openSite(link.origin);
      await again.goto('/');
      await expect(again).toHaveTitle(/Lantern Works/);
      await logIn(again, owner, password);
      await again.goto('/admin/backups');
      await expect(main(again)).toContainText('was restored');
      await again.goto('/profile/pupil-blue-1');
      await expect(main(again)).toContainText('pupil-blue-1');
    });
  } finally {
    await mailServer.stop();
    await cleanUp(dataDir);
  }
});
