import { desc, inArray } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import type { Database } from '#database/client.ts';
import { siteSettingChanges } from '#database/schema.ts';
import { makeAdmin } from '#domain/moderation/accounts/make-admin-from-terminal.ts';
import { readSiteSettings } from '#domain/site/read-site-settings.ts';
import { type SitePictureKind, sitePictureKinds } from '#shared/constants/site/site-pictures.ts';
import type { ChosenPicture } from '#shared/schemas/administration/site-pictures.ts';
import { withNightly } from '#test/config/nightly.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { createSmallPicture } from '#test/fixtures/uploads.ts';
import { type CrashKind, crashWhile } from './crash-during-trade.ts';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { withRunningDatabase } from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';
import { runUntilFailure, StaffClient } from './staff-client.ts';

/** `npm test` has the crash of the application, which writes the files. */
const crashes = withNightly<CrashKind>(['the application'], ['Postgres', 'both']);
const rounds = crashes.length;

let dataDir = '';
afterAll(() => cleanUp(dataDir));

/** An admin who replaces one picture of the site again and again, and records what the server acknowledged. */
class Designer extends StaffClient {
  readonly kind: SitePictureKind;
  /** The texts of the acknowledged pictures. */
  readonly saved: string[] = [];
  readonly #picture: Blob;
  #sent = 0;

  constructor(kind: SitePictureKind, { address, picture }: { address: string; picture: Buffer }) {
    super(`designer-of-${kind}`, address);
    this.kind = kind;
    this.#picture = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  }

  /** Replaces the picture without end. Calls `onAnswer` for each acknowledged form. */
  async replace(origin: string, onAnswer: () => void): Promise<void> {
    for (;;) {
      this.#sent += 1;
      const text = `Picture ${this.#sent}`;
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent: 'picture', kind: this.kind, text }))
        form.set(name, value);
      form.set('picture', this.#picture, 'picture.png');
      await this.send(origin, '/admin/site/pictures', form);
      this.saved.push(text);
      onAnswer();
    }
  }
}

it(`kill -9 of ${crashes.join(', ')} while admins replace the logo and the banner loses no acknowledged picture, and none is half saved`, {
  timeout: timeLimits.longTest,
}, async () => {
  dataDir = await makePreparedDataDir();
  let guildhall: Guildhall = await startGuildhall(dataDir);
  const picture = await createSmallPicture(660, 220);
  const people = sitePictureKinds.map(
    (kind, place) => new Designer(kind, { address: `203.0.113.${place + 1}`, picture }),
  );
  await Promise.all(people.map((person) => person.join(guildhall.origin)));
  await withRunningDatabase(dataDir, async (db) => {
    for (const { username } of people) await makeAdmin(createTestCtx(db), { username });
  });
  for (const [round, kind] of crashes.entries()) {
    const { origin } = guildhall;
    await crashWhile(guildhall, { kind, answers: 5 + round * 3 }, (onAnswer) =>
      Promise.all(people.map((person) => runUntilFailure(() => person.replace(origin, onAnswer)))),
    );
    guildhall = await startGuildhall(dataDir);
    await withRunningDatabase(dataDir, (db) => expectPictures(db, guildhall.origin, people));
  }
});

/** Each acknowledged picture is in the log, and the newest of the log is shown to visitors. */
async function expectPictures(db: Database, origin: string, people: readonly Designer[]) {
  const settings = await readSiteSettings(db);
  const shop = await (await fetch(origin)).text();
  const keys = inArray(siteSettingChanges.key, [...sitePictureKinds]);
  const all = await db
    .select()
    .from(siteSettingChanges)
    .where(keys)
    .orderBy(desc(siteSettingChanges.id));
  for (const { kind, saved } of people) {
    const pictures = all.flatMap(({ key, after }) =>
      key === kind ? [after as ChosenPicture] : [],
    );
    const texts = pictures.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(saved));
    // At most one picture of each round was saved without an answer.
    expect(texts.length).toBeLessThanOrEqual(saved.length + rounds);
    expect(settings[kind]).toEqual(pictures[0]);
    for (const size of ['full', 'thumbnail'] as const) {
      const response = await fetch(origin + pictures[0]?.[size].path);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    }
    expect(shop).toContain(pictures[0]?.text);
  }
}
