import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { deleteOwnAccount } from '#domain/account-deletion/delete-own-account.ts';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { getDataExport } from '#domain/data-export/get-data-export.ts';
import { requestDataExport } from '#domain/data-export/request-data-export.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { dataSettingsForm } from '#shared/schemas/settings/data-settings.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { createLogoutCookie } from '#web/lib/stored-values/logout-cookie.ts';
import { DataExportSection } from '../components/data-export-section.tsx';
import { DeleteAccountSection } from '../components/delete-account-section.tsx';
import { SettingsPage } from '../components/settings-page.tsx';
import type { Route } from './+types/data-settings';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Your data', matches);

export const handle = { failure: 'Failed to load your settings.' };

/** Milliseconds between looks whether the export is ready. */
const lookEveryMs = 4_000;

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username, role }) => ({
    username,
    role,
    isProven: await hasFreshProof(ctx),
    dataExport: await getDataExport(ctx),
  }));
}

export const headers = formHeaders;

export const shouldRevalidate = revalidateUnlessServerError;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'account-change-failed', async (ctx, form) => {
    const input = parseInput(dataSettingsForm, form);
    if (input.intent === 'export') {
      await requestDataExport(ctx);
      return { requested: true as const };
    }
    const cookie = await deleteOwnAccount(ctx, input);
    const headers = new Headers({ 'Set-Cookie': cookie });
    headers.append(
      'Set-Cookie',
      createLogoutCookie(requireActor(ctx).username, ctx.request.origin),
    );
    throw redirect('/settings/data/deleted', { headers });
  });
}

export const clientAction = sendForm<typeof action>('account-change-failed');

/** The section 'Data' of the settings: the export of the own data, and the deletion of the account. */
export default function DataSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { failure, failureOf } = useFormResult(actionData);
  const deleteFailure = failureOf('delete');
  const { dataExport, isProven, username, role } = loaderData;
  useReloadWhile(dataExport.state === 'preparing');
  return (
    <SettingsPage current="data" failure={failure}>
      <DataExportSection
        dataExport={dataExport}
        isProven={isProven}
        failure={deleteFailure ? null : failure}
      />
      <DeleteAccountSection
        username={username}
        role={role}
        isProven={isProven}
        failure={deleteFailure}
      />
    </SettingsPage>
  );
}

/** Loads the data of the page again and again while the tab is visible. */
function useReloadWhile(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}
