import type { Ctx } from '../context.ts';
import { type AdminForm, changeAsAdmin } from '../moderation/accounts/change-account-as-admin.ts';
import { insertDataExport } from './request-data-export.ts';

/**
 * Requests an export of an account's data for its owner, as `requestDataExport` does. Only the owner can download
 * it, in the settings.
 * @throws AppError `export-too-soon`, and those of `changeAsAdmin`.
 */
export async function requestExportAsAdmin(ctx: Ctx, form: AdminForm): Promise<void> {
  await changeAsAdmin(ctx, { ...form, act: 'export-data' }, (tx, { id }) =>
    insertDataExport(tx, ctx, id),
  );
}
