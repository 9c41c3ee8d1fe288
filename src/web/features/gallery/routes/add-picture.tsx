import type { Ctx } from '#domain/context.ts';
import { postPicture } from '#domain/gallery/post-picture.ts';
import { requireUploadPermission } from '#domain/gallery/uploads/upload-signature.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { postPictureInput } from '#shared/schemas/gallery.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { galleryPath } from '#web/paths/gallery.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { UploadPictureForm } from '../components/upload-picture-form.tsx';
import type { Route } from './+types/add-picture.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Upload a Photo', matches);

export const handle = { failure: 'Failed to load the upload form.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx) => ({ restriction: await getUploadRestriction(ctx) }));
}

/** Returns why the player may not upload; null when uploads are allowed. */
async function getUploadRestriction(ctx: Ctx) {
  try {
    await requireUploadPermission(ctx);
    return null;
  } catch (error) {
    if (!isAppError(error) || error.code === 'login-required') throw error;
    return { guest: error.code === 'guest-not-allowed', message: error.message };
  }
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'picture-failed', async (ctx, form) => {
    const { id, caption } = parseInput(postPictureInput, form);
    await postPicture(ctx, { id, caption });
    if (isWithoutScript(args.request)) throw redirect(galleryPath);
    return { posted: id };
  });
}

export const clientAction = sendForm<typeof action>('picture-failed');

/** The page on which a player uploads a picture. */
export default function Upload({ loaderData }: Route.ComponentProps) {
  const { restriction } = loaderData;
  return (
    <Page width="prose">
      <PageHeader
        title="Upload a Photo"
        back={{ to: galleryPath, label: 'Back to the pictures' }}
      />
      {restriction ? (
        <Alert action={restriction.guest && <RegisterButton size="sm">Register</RegisterButton>}>
          {restriction.message}
        </Alert>
      ) : (
        <>
          <div className="hidden [@media(scripting:none)]:block">
            <Alert className="mb-6">
              Sending a picture takes scripts, which this browser does not run.
            </Alert>
          </div>
          <UploadPictureForm />
        </>
      )}
    </Page>
  );
}
