import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { changeSitePicture } from '#domain/administration/change-site-picture.ts';
import {
  changeSiteSetting,
  undoSiteSettingChange,
} from '#domain/administration/change-site-setting.ts';
import { listSiteSettingChanges } from '#domain/administration/list-site-setting-changes.ts';
import { readSiteSettings } from '#domain/site/read-site-settings.ts';
import { sitePictureKinds } from '#shared/constants/site/site-pictures.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { administeredRowForm } from '#shared/schemas/administration/site-forms.ts';
import {
  getChosenPicture,
  sitePictureForm,
  sitePictureKindForm,
} from '#shared/schemas/administration/site-pictures.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { pictureLimit } from '#web/lib/actions/file-sizes.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { requireFiles } from '#web/lib/actions/sent-files.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { SettingChanges } from '../../components/site/setting-changes.tsx';
import { SitePicturePanel } from '../../components/site/site-picture-panel.tsx';
import { runAdminAction, runAdminLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/site-pictures';

export const headers = formHeaders;

export const meta = guardedHead('Logo and banner');

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => {
    const [{ logo, banner }, changes, isProven] = await Promise.all([
      readSiteSettings(ctx.db),
      listSiteSettingChanges(ctx, sitePictureKinds),
      hasFreshProof(ctx),
    ]);
    const pictures = { logo: getChosenPicture(logo), banner: getChosenPicture(banner) };
    return { pictures, changes, isProven };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'picture': {
        const input = parseInput(sitePictureForm, form);
        const [file] = requireFiles(form, 'picture', 'Choose a picture.');
        if (!file) throw new AppError('bad-input');
        await changeSitePicture(ctx, { ...input, file }, args.request.signal);
        return { done: 'Saved. It holds from now on.' };
      }
      case 'remove-picture': {
        const { kind } = parseInput(sitePictureKindForm, form);
        await changeSiteSetting(ctx, { key: kind, value: 'none' });
        return { done: 'It is removed. The change below can be undone.' };
      }
      case 'undo':
        await undoSiteSettingChange(ctx, parseInput(administeredRowForm, form));
        return { done: 'The change is undone.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendFiles<typeof action>(
  'administration-failed',
  pictureLimit('picture'),
);

/** The logo and the banner of the site. */
export default function SitePictures({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, changes, isProven } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const kindOfFailure = sitePictureKinds.find((kind) => kind === failure?.typed.kind);
  return (
    <AdminPage
      current="site"
      title="Logo and banner"
      back={{ to: '/admin/site', label: 'Back to the site' }}
    >
      <SettingMessages
        isProven={isProven}
        done={done}
        failure={failure}
        isInForm={Boolean(kindOfFailure)}
      />
      {sitePictureKinds.map((kind) => (
        <SitePicturePanel
          key={kind}
          kind={kind}
          picture={pictures[kind]}
          failure={kind === kindOfFailure ? failure : null}
        />
      ))}
      <Panel title="Changes">
        <SettingChanges changes={changes} />
      </Panel>
    </AdminPage>
  );
}
