import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { openBackup } from '#domain/system/backups/open-backup.ts';
import { placedBackupForm } from '#shared/schemas/administration/backups.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { createFileResponse } from '#web/lib/create-file-response.ts';
import { runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/backup-file';

/** A backup of this machine or its copy in the bucket, for admins who have just proved who they are. */
export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const { name, place } = parseInput(placedBackupForm, {
      name: args.params.file,
      place: url.searchParams.get('place') ?? undefined,
    });
    // Back to the list: a proof that leads to the file itself would leave an empty page.
    if (!(await hasFreshProof(ctx))) throw redirect('/settings/proof?next=/admin/backups');
    const file = await openBackup(ctx, { name, place });
    return createFileResponse(args.request, { ...file, name, contentType: 'application/zstd' });
  });
}
