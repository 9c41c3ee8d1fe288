import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { desc, inArray } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import type { Database } from '#database/client.ts';
import { siteSettingChanges } from '#database/schema.ts';
import { readSiteSettings } from '#domain/site/read-site-settings.ts';
import { type SitePictureKind, sitePictureKinds } from '#shared/constants/site-pictures.ts';
import type { ChosenPicture } from '#shared/schemas/site-pictures.ts';
import { createSmallPicture } from '#test/fixtures/uploads.ts';
import { crashWhile } from './crash-during-trade.ts';
import { cleanUp, type Guildhall, startGuildhall } from './guildhall-process.ts';
import { withRunningDatabase } from './market-state.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';
import { UnexpectedAnswer } from './unexpected-answer.ts';
import { Visitor } from './web-client.ts';

/** The number of crashes: of the application, of Postgres and of both in turn. */
const rounds = 3;
const password = 'a long password';
const path = '/admin/site/pictures';

let dataDir = '';
afterAll(() => cleanUp(dataDir));

/** An admin who replaces one picture of the site again and again, and records what the server acknowledged. */
class Designer {
  readonly username: string;
  readonly kind: SitePictureKind;
  /** The texts of the acknowledged pictures. */
  readonly saved: string[] = [];
  readonly #visitor: Visitor;
  readonly #picture: Blob;
  #sent = 0;

  constructor(kind: SitePictureKind, { address, picture }: { address: string; picture: Buffer }) {
    this.kind = kind;
    this.username = `designer-of-${kind}`;
    this.#visitor = new Visitor(address);
    this.#picture = new Blob([new Uint8Array(picture)], { type: 'image/png' });
  }

  async join(origin: string): Promise<void> {
    const { username } = this;
    const account = { username, password, email: `${username}@example.com` };
    await this.#visitor.send(origin, '/register', account);
    await this.#visitor.send(origin, '/login', account);
  }

  /** Replaces the picture until the server fails. Calls `onAnswer` for each acknowledged form. */
  async replaceUntilFailure(origin: string, onAnswer: () => void): Promise<void> {
    try {
      for (;;) {
        await this.#replace(origin);
        onAnswer();
      }
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error;
    }
  }

  async #replace(origin: string): Promise<void> {
    this.#sent += 1;
    const text = `Picture ${this.#sent}`;
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: 'picture', kind: this.kind, text }))
      form.set(name, value);
    form.set('picture', this.#picture, 'picture.png');
    const { status } = await this.#visitor.post(origin, path, form);
    // While Postgres is gone and the application still runs.
    if (status === 503) throw new Error('The database was killed.');
    if (status !== 200) throw new UnexpectedAnswer(`${path} answered ${status}.`);
    this.saved.push(text);
  }
}

it(`${rounds} times kill -9 while admins replace the logo and the banner lose no acknowledged picture, and none is half saved`, {
  timeout: 240_000,
}, async () => {
  dataDir = await makePreparedDataDir();
  let guildhall: Guildhall = await startGuildhall(dataDir);
  const picture = await createSmallPicture(1_500, 500);
  const people = sitePictureKinds.map(
    (kind, place) => new Designer(kind, { address: `203.0.113.${place + 1}`, picture }),
  );
  const env = { ...process.env, DATA_DIR: dataDir };
  for (const person of people) {
    await person.join(guildhall.origin);
    await promisify(execFile)(process.execPath, ['scripts/admin.ts', person.username], { env });
  }
  for (let round = 0; round < rounds; round += 1) {
    const { origin } = guildhall;
    await crashWhile(guildhall, { round, answers: 5 + round * 3 }, (onAnswer) =>
      Promise.all(people.map((person) => person.replaceUntilFailure(origin, onAnswer))),
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
