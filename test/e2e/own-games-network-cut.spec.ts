import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { gamePictures, games } from '#database/schema.ts';
import { withNightly } from '#test/config/nightly.ts';
import {
  button,
  type InterruptedForm,
  main,
  testInterruptedForms,
  type,
} from './fixtures/interrupted-forms.ts';
import { makeCatalogEditor } from './fixtures/make-catalog-editor.ts';
import { test } from './fixtures/network-test.ts';
import { expect, uniqueName } from './fixtures/test.ts';

test.use({ server: 'interrupted', loadsImages: true });

const failure = 'That did not work. Please try again.';

async function registerEditor({
  registerPlayer,
  guildhall,
}: Parameters<InterruptedForm['prepare']>[0]) {
  const editor = await registerPlayer('editor');
  await makeCatalogEditor(guildhall.dataDir, editor);
  return editor;
}

function newGame(): InterruptedForm {
  const name = uniqueName('Night Market');
  return {
    name: 'Add game',
    async prepare(makers) {
      const user = await registerEditor(makers);
      return {
        user,
        path: '/admin/games/new',
        count: (db) => db.$count(games, eq(games.name, name)),
      };
    },
    fill: (page) => type(main(page).getByLabel('Name', { exact: true }), name),
    send: (page) => button(page, 'Add game').click(),
    failure,
    expectDone: (page) => page.waitForURL(/\/admin\/games\/\d+$/),
  };
}

const cover = (): InterruptedForm => ({
  name: 'Upload cover',
  async prepare(makers) {
    const user = await registerEditor(makers);
    const path = await user.send('/admin/games/new', { name: uniqueName('Long Ferry') });
    const gameId = Number(path?.split('/').at(-1));
    return {
      ...{ user, path: `${path}/pictures` },
      count: (db) => db.$count(gamePictures, eq(gamePictures.gameId, gameId)),
    };
  },
  async fill(page) {
    const file = button(page, 'Cover');
    const background = { width: 640, height: 360, channels: 3, background: '#2040d0' } as const;
    const buffer = await sharp({ create: background }).png().toBuffer();
    await file.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer });
    const expectText = await type(main(page).getByLabel('What it shows'), 'A blue sea');
    return async () => {
      await expectText();
      // The chosen file too is still there.
      await expect(file).toHaveValue(/cover\.png$/);
    };
  },
  send: (page) => button(page, 'Upload cover').click(),
  failure,
  expectDone: (page) => expect(button(page, 'Replace cover')).toBeVisible(),
});

testInterruptedForms(withNightly([cover], [newGame]));
