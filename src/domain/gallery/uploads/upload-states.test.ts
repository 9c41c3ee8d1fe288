import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { uploads } from '#database/schema.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import {
  completeReceiving,
  deleteEndedUpload,
  endAbandonedUploads,
  endIdleUpload,
  endRejected,
  endSaved,
  insertUpload,
  lockAttempt,
  releaseAttempt,
  takeOverAttempt,
  touchAttempt,
  touchReceiving,
  type Upload,
  type UploadStage,
  uploadTransitions,
} from './upload-states.ts';

const database = useDatabase();
const start = new Date('2026-11-20T12:00:00Z');
/** Late enough that every upload is idle and every node has stopped. */
const later = new Date(start.getTime() + uploadConstants.abandonedMs);
const stages: readonly UploadStage[] = ['receiving', 'finishing', 'ended'];

/** An upload of a new account in `stage`. */
async function createUpload(stage: UploadStage): Promise<Upload & { userId: string }> {
  const { db } = database;
  const { id: userId } = await createPlayer(db);
  const values = { userId, name: 'a.jpg', bytes: 100, partBytes: 50, publish: false };
  const upload = await insertUpload(db, { ...values, stage: 'receiving' }, start);
  if (stage !== 'receiving') await completeReceiving(db, upload.id, start);
  if (stage === 'ended') await endSaved(db, upload);
  return { ...(await find(upload.id)), userId };
}

async function find(id: string): Promise<Upload> {
  const [row] = await database.db.select().from(uploads).where(eq(uploads.id, id));
  if (!row) throw new Error('The upload is not there.');
  return row;
}

/** Each transition, written at the time `later`. */
const write: Record<
  keyof typeof uploadTransitions,
  (upload: Upload & { userId: string }) => Promise<unknown>
> = {
  receive: ({ id }) =>
    touchReceiving(database.db, id, later).catch((error: unknown) => {
      expect(error).toEqual(new AppError('upload-gone'));
    }),
  complete: ({ id }) => completeReceiving(database.db, id, later),
  progress: (upload) => touchAttempt(database.db, upload, later),
  takeOver: ({ id }) => takeOverAttempt(database.db, id, later),
  release: (upload) => releaseAttempt(database.db, upload, later),
  saved: (upload) => endSaved(database.db, upload),
  reject: (upload) => endRejected(database.db, upload, 'picture-broken'),
  endIdle: ({ userId }) => endIdleUpload(database.db, userId, later),
  endAbandoned: () => endAbandonedUploads(database.db, start),
};

const cases = Object.entries(uploadTransitions).flatMap(([name, { from, to }]) =>
  stages.map((stage) => ({
    name: name as keyof typeof uploadTransitions,
    stage,
    to,
    isAllowed: from.some((one) => one === stage),
  })),
);

it.each(cases.filter(({ isAllowed }) => isAllowed))(
  'the transition $name leads from $stage to $to',
  async ({ name, stage, to }) => {
    const upload = await createUpload(stage);
    await write[name](upload);
    expect((await find(upload.id)).stage).toBe(to);
  },
);

it.each(cases.filter(({ isAllowed }) => !isAllowed))(
  'the transition $name is refused in the stage $stage',
  async ({ name, stage }) => {
    const upload = await createUpload(stage);
    expect((await write[name](upload)) || null).toBeNull();
    const { userId: _, ...row } = upload;
    expect(await find(upload.id)).toMatchObject(row);
  },
);

describe('an attempt that another node took over', () => {
  it.each(['progress', 'release', 'saved', 'reject'] as const)(
    'cannot write the transition %s',
    async (name) => {
      const upload = await createUpload('finishing');
      const current = await takeOverAttempt(database.db, upload.id, later);
      expect((await write[name](upload)) || null).toBeNull();
      expect(await find(upload.id)).toEqual(current);
    },
  );

  it('cannot be locked', async () => {
    const upload = await createUpload('finishing');
    await lockAttempt(database.db, upload);
    await takeOverAttempt(database.db, upload.id, later);
    await expect(lockAttempt(database.db, upload)).rejects.toEqual(new AppError('upload-gone'));
  });
});

it('of many nodes that complete or take over an upload at once, one succeeds', async () => {
  const { id } = await createUpload('receiving');
  const attempts = (write: typeof completeReceiving, at: Date) =>
    Promise.all(Array.from({ length: 8 }, () => write(database.db, id, at)));
  expect((await attempts(completeReceiving, start)).filter(Boolean)).toHaveLength(1);
  expect((await attempts(takeOverAttempt, later)).filter(Boolean)).toHaveLength(1);
});

it('an attempt is not taken over while its node works, nor a file of one request at all', async () => {
  const upload = await createUpload('finishing');
  const leaseEnd = new Date(start.getTime() + uploadConstants.finishingLeaseMs);
  expect(await takeOverAttempt(database.db, upload.id, leaseEnd)).toBeNull();
  await database.db.update(uploads).set({ partBytes: null }).where(eq(uploads.id, upload.id));
  expect(await takeOverAttempt(database.db, upload.id, later)).toBeNull();
});

it('a released attempt can be taken over at once', async () => {
  const upload = await createUpload('finishing');
  await releaseAttempt(database.db, upload, start);
  expect(await takeOverAttempt(database.db, upload.id, start)).toMatchObject({ id: upload.id });
});

it('an upload that is not idle is not ended, and of idle ones the longest', async () => {
  const { id, userId } = await createUpload('receiving');
  expect(await endIdleUpload(database.db, userId, start)).toBeNull();
  const values = { userId, name: 'b.jpg', bytes: 100, partBytes: 50, publish: false };
  const second = new Date(start.getTime() + 1_000);
  await insertUpload(database.db, { ...values, stage: 'receiving' }, second);
  expect(await endIdleUpload(database.db, userId, later)).toBe(id);
});

it('only the row of an ended upload without an error is deleted', async () => {
  const count = (id: string) => database.db.$count(uploads, eq(uploads.id, id));
  for (const stage of stages) {
    const { id } = await createUpload(stage);
    await deleteEndedUpload(database.db, id);
    expect(await count(id)).toBe(stage === 'ended' ? 0 : 1);
  }
  const rejected = await createUpload('finishing');
  await endRejected(database.db, rejected, 'picture-broken');
  await deleteEndedUpload(database.db, rejected.id);
  expect(await find(rejected.id)).toMatchObject({ errorCode: 'picture-broken' });
});
