import { data } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { postPicture, postSentPicture } from '#domain/gallery/post-picture.ts';
import { issuePageUploadToken } from '#domain/gallery/uploads/upload-token.ts';
import { accessErrors } from '#shared/errors/access.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { postPictureInput, sentPictureInput } from '#shared/schemas/gallery.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { type FailedForm, formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { sentFormContext } from '#web/lib/sent-form-context.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { galleryPath } from '#web/paths/gallery.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { UploadPictureForm } from '../components/upload-picture-form.tsx';
import type { Route } from './+types/add-picture.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Upload a Photo', matches);

export const handle = { failure: 'Failed to load the upload form.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, getUploadPermission);
}

/** Returns a token for an upload, or why the player may not upload. */
async function getUploadPermission(ctx: Ctx) {
  try {
    return { token: await issuePageUploadToken(ctx), restriction: null };
  } catch (error) {
    if (!isAppError(error) || error.code === 'login-required') throw error;
    const guest = error.code === 'guest-not-allowed';
    return { token: null, restriction: { guest, message: error.message } };
  }
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'picture-failed', async (ctx, form) => {
    const sent = args.context.get(sentFormContext);
    if (sent) {
      const { caption } = parseInput(sentPictureInput, form);
      const [file] = sent.files;
      if (!file)
        throw new AppError('bad-input', { fields: { picture: 'Choose a picture first.' } });
      await postSentPicture(ctx, { file, caption }, args.request.signal);
      throw redirect(galleryPath);
    }
    const { id, caption } = parseInput(postPictureInput, form);
    await postPicture(ctx, { id, caption });
    if (isWithoutScript(args.request)) throw redirect(galleryPath);
    return { posted: id };
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  try {
    return await submitToServer(args, 'picture-failed');
  } catch (thrown) {
    // The page of the login would take the place of this one, and the chosen file would be lost.
    const isLogin =
      thrown instanceof Response && thrown.headers.get('Location')?.startsWith('/login');
    if (!isLogin) throw thrown;
    const { text: message, status } = accessErrors['login-required'];
    const error = { code: 'login-required', message, fields: {}, retryAfterMs: null } as const;
    return data<FailedForm>({ error, typed: {} }, { status });
  }
}

/** The page on which a player uploads a picture. */
export default function Upload({ loaderData, actionData }: Route.ComponentProps) {
  const { restriction, token } = loaderData;
  const failure = useFormError(actionData);
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
        <UploadPictureForm token={token} failure={failure} />
      )}
    </Page>
  );
}
