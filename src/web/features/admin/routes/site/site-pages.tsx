import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import {
  changeSiteSettings,
  undoSiteSettingChange,
} from '#domain/administration/change-site-setting.ts';
import { listSiteSettingChanges } from '#domain/administration/list-site-setting-changes.ts';
import { readSiteSettings } from '#domain/site/read-site-settings.ts';
import {
  siteTextConstants,
  siteTextPages,
  siteTextPageTitles,
} from '#shared/constants/site/site-settings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  administeredRowForm,
  siteTextPagesForm,
} from '#shared/schemas/administration/site-forms.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { SettingChanges } from '../../components/site/setting-changes.tsx';
import { SettingForm } from '../../components/site/setting-form.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/site-pages';

export const headers = formHeaders;

export const meta = guardedHead('Pages of the site');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => {
    const [{ rules, imprint, privacy }, changes, isProven] = await Promise.all([
      readSiteSettings(ctx.db),
      listSiteSettingChanges(ctx, siteTextPages),
      hasFreshProof(ctx),
    ]);
    return { texts: { rules, imprint, privacy }, changes, isProven };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'texts':
        await changeSiteSettings(ctx, parseInput(siteTextPagesForm, form));
        return { done: 'Saved. It holds from now on.' };
      case 'undo':
        await undoSiteSettingChange(ctx, parseInput(administeredRowForm, form));
        return { done: 'The change is undone.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The form of the rules, the imprint and the privacy page. */
export default function SitePages({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, changes, isProven } = loaderData;
  const { done, failure, failureOf } = useFormResult(actionData);
  return (
    <AdminPage
      current="site"
      title="Pages of the site"
      failure={failure}
      back={{ to: '/admin/site', label: 'Back to the site' }}
    >
      <SettingMessages
        isProven={isProven}
        done={done}
        failure={failure}
        isInForm={failureOf('texts') !== null}
      />
      <SettingForm
        // A new form after a save, so that it shows what was saved.
        key={JSON.stringify(texts)}
        title="Rules, imprint and privacy"
        intent="texts"
      >
        <p className="text-muted">
          Plain text; addresses become links. A page without a text does not exist.
        </p>
        {siteTextPages.map((page) => (
          <TextField
            key={page}
            multiline
            counter
            rows={8}
            label={siteTextPageTitles[page]}
            name={page}
            maxLength={siteTextConstants.pageMax}
            defaultValue={texts[page]}
            hint={`The page /${page}.`}
          />
        ))}
      </SettingForm>
      <Panel title="Changes">
        <SettingChanges changes={changes} />
      </Panel>
    </AdminPage>
  );
}
