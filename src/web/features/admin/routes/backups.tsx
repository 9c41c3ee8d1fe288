import { Archive } from 'lucide-react';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { changeSiteSetting } from '#domain/administration/change-site-setting.ts';
import { cancelRestore } from '#domain/system/backups/cancel-restore.ts';
import { copyBackup } from '#domain/system/backups/copy-backup.ts';
import { deleteBackup } from '#domain/system/backups/delete-backup.ts';
import { listBackups } from '#domain/system/backups/list-backups.ts';
import { requestRestore } from '#domain/system/backups/request-restore.ts';
import { startBackup } from '#domain/system/backups/start-backup.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import {
  backupScheduleForm,
  placedBackupForm,
  restoreForm,
} from '#shared/schemas/administration/backups.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { BackupList } from '../components/backups/backup-list.tsx';
import { BackupRun } from '../components/backups/backup-run.tsx';
import { CopiesPanel } from '../components/backups/copies-panel.tsx';
import { RestorePanel } from '../components/backups/restore-panel.tsx';
import { RestoreQuestion } from '../components/backups/restore-question.tsx';
import { ScheduleForm } from '../components/backups/schedule-form.tsx';
import { SettingMessages } from '../components/proof-alerts.tsx';
import { runAdminAction, runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/backups';

export const headers = formHeaders;

export const meta = guardedHead('Backups');

export const handle = { failure: 'Failed to load the backups.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const [found, isProven] = await Promise.all([listBackups(ctx), hasFreshProof(ctx)]);
    const findIn = (files: typeof found.files, question: string) =>
      files?.find(({ name }) => name === url.searchParams.get(question)) ?? null;
    return {
      ...{ ...found, isProven },
      deleted: findIn(found.files, 'delete'),
      deletedCopy: findIn(found.copies, 'delete-copy'),
      restored: findIn(found.files, 'restore') ?? findIn(found.copies, 'restore'),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'make':
        await startBackup(ctx);
        return { done: 'The backup starts in a few seconds.' };
      case 'copy':
        await copyBackup(ctx);
        return { done: 'The newest backup is copied in a few seconds.' };
      case 'schedule': {
        const value = parseInput(backupScheduleForm, form);
        await changeSiteSetting(ctx, { key: 'backupSchedule', value });
        return { done: 'Saved. It holds from now on.' };
      }
      case 'delete':
        await deleteBackup(ctx, parseInput(placedBackupForm, form));
        return { done: 'The backup is deleted.' };
      case 'restore':
        await requestRestore(ctx, parseInput(restoreForm, form));
        return { done: 'The restore is being prepared. Nothing changes yet.' };
      case 'cancel-restore':
        await cancelRestore(ctx);
        return { done: 'The restore is cancelled. Nothing was changed.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The section 'Backups' of the administration. */
export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const { schedule, files, run, space, includesDatabase, includesPictures } = loaderData;
  const { isProven, deleted, deletedCopy, restored, restore, doneRestores } = loaderData;
  const canRestore = includesDatabase && restore === null;
  const { done, failure, failureOf } = useFormResult(actionData);
  const isFull = space !== null && space.free < space.needed;
  return (
    <AdminPage current="backups" failure={failure}>
      <SettingMessages
        isProven={isProven}
        done={done}
        failure={failure}
        isInForm={failureOf('schedule') !== null}
      />
      <RemovalDialog
        open={deleted !== null}
        title="Delete this backup?"
        path="/admin/backups"
        values={{ intent: 'delete', name: deleted?.name ?? '' }}
        button="Delete"
      >
        <p className="wrap-anywhere">{deleted?.name}</p>
        <p>
          {loaderData.copies?.some(({ name }) => name === deleted?.name)
            ? 'Its copy in S3 stays.'
            : 'It cannot be restored any more.'}
        </p>
      </RemovalDialog>
      <RemovalDialog
        open={deletedCopy !== null}
        title="Delete this copy?"
        path="/admin/backups"
        values={{ intent: 'delete', place: 'bucket', name: deletedCopy?.name ?? '' }}
        button="Delete"
      >
        <p className="wrap-anywhere">{deletedCopy?.name}</p>
        <p>It is deleted in S3. A backup of this name on the server stays.</p>
      </RemovalDialog>
      <RestoreQuestion backup={canRestore && restored?.isSigned ? restored : null} />
      <Panel
        title="Backups"
        action={
          <ButtonForm values={{ intent: 'make' }} variant="primary" size="md">
            <Archive aria-hidden />
            Make a backup now
          </ButtonForm>
        }
      >
        <BackupRun run={run} />
        {!includesDatabase && (
          <Alert>
            The database is on another server and not in these backups. Back it up there, with
            pg_dump or an archive of its log.
          </Alert>
        )}
        {!includesPictures && (
          <Alert>The pictures are in a bucket and not in these backups. Back it up there.</Alert>
        )}
        {isFull && (
          <Alert tone="failure">
            The disk is too full for a backup: {formatFileSize(space.free)} are free, and{' '}
            {formatFileSize(space.needed)} are needed. Delete old backups or make room.
          </Alert>
        )}
        {files === null && <Alert tone="failure">The backups could not be read.</Alert>}
        {files?.length === 0 && <p>There is no backup yet.</p>}
        {files && files.length > 0 && (
          <>
            <p className="max-w-prose text-muted">
              A file holds private messages, email addresses and hashes of passwords: keep it as
              safe as the server, and on another disk. The encryption key is not in it.{' '}
              {isProven
                ? 'Each download is in the log.'
                : 'Confirm that it is you to download one.'}
            </p>
            <BackupList {...{ files, isProven, canRestore }} place="server" />
          </>
        )}
      </Panel>
      <CopiesPanel
        {...{ bucket: loaderData.bucket, isCopied: schedule.isCopied }}
        {...{ copies: loaderData.copies, run: loaderData.copyRun, isProven, canRestore }}
      />
      <ScheduleForm key={JSON.stringify(schedule)} {...schedule} />
      <RestorePanel restore={restore} done={doneRestores} hasDatabase={includesDatabase} />
    </AdminPage>
  );
}
