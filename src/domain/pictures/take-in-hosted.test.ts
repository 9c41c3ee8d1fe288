import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { pictures } from '#db/schema.ts';
import { useDatabase } from '#test/database.ts';
import { createPlayer, createTestCtx } from '#test/factories.ts';
import type { HostedFile, HostedFiles } from './hosted-files.ts';
import { postPicture } from './post-picture.ts';
import { issueUploadPass } from './upload-signature.ts';

const database = useDatabase();

/** A player who has uploaded a file to a service that tells of it as `told` says. */
async function scene(told: Partial<HostedFile>) {
  const id = randomUUID();
  const stored: string[] = [];
  let metadata: Record<string, string> = {};
  const hostedFiles: HostedFiles = {
    uploadUrl: 'https://upload.example',
    publicKey: 'public',
    signUpload: () => 'signed',
    find: async () => ({
      id,
      name: '../photo.jpg',
      bytes: 1_000,
      kind: 'image/jpeg',
      size: { width: 300, height: 6_000 },
      ready: true,
      removed: false,
      uploadedAt: ctx.clock.now(),
      metadata,
      ...told,
    }),
    store: async (file) => void stored.push(file),
    remove: async () => {},
    addressOf: (file) => `https://cdn.example/${file}/`,
  };
  const ctx = createTestCtx(database.db, {
    hostedFiles,
    actor: await createPlayer(database.db),
  });
  ({ metadata } = await issueUploadPass(ctx));
  return { id, stored, post: () => postPicture(ctx, { id, caption: '' }) };
}

it('a picture is written down as it will be shown', async () => {
  const { id, stored, post } = await scene({});
  await post();
  expect(stored).toEqual([id]);
  expect(await database.db.select().from(pictures)).toMatchObject([
    {
      id,
      name: 'photo.jpg',
      fullWidth: 102,
      fullHeight: 2_048,
      fullHash: null,
      thumbnailWidth: 24,
      thumbnailHeight: 480,
      thumbnailHash: null,
    },
  ]);
});

it.each([
  ['no picture', { size: null }, 'not-a-picture'],
  ['a kind that we do not show', { kind: 'image/svg+xml' }, 'not-a-picture'],
  ['a film', { kind: 'video/mp4' }, 'not-a-picture'],
  ['too large', { bytes: 50_000_001 }, 'upload-bytes'],
  ['of too many pixels', { size: { width: 10_000, height: 5_001 } }, 'picture-pixels'],
  ['not read yet', { ready: false }, 'pictures-busy'],
  ['deleted', { removed: true }, 'picture-gone'],
  ['unmarked', { metadata: {} }, 'picture-gone'],
] satisfies [string, Partial<HostedFile>, string][])(
  '%s it is refused',
  async (_what, told, code) => {
    const { id, stored, post } = await scene(told);
    await expect(post()).rejects.toThrow(expect.objectContaining({ name: 'Refusal', code }));
    expect(stored).toEqual([]);
    const rows = await database.db.select({ id: pictures.id }).from(pictures);
    expect(rows.map((row) => row.id)).not.toContain(id);
  },
);
