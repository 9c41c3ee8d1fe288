import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { getProfile } from '#domain/profiles/get-public-profile.ts';
import { profileConstants } from '#shared/constants/profiles.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { profileForm } from '#shared/schemas/profiles.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AvatarPicker } from '../components/avatar-picker.tsx';
import { ProfileDescriptionField } from '../components/profile-description-field.tsx';
import type { Route } from './+types/edit-profile';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Edit profile', matches);

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    const { username, name, description, profilePic } = await getProfile(ctx, actor.username);
    return { username, name, description, profilePic };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'profile-failed', async (ctx, form) => {
    await editProfile(ctx, parseInput(profileForm, form));
    return { saved: true as const };
  });
}

export const clientAction = sendForm<typeof action>('profile-failed');

/** Edits name, description and avatar of the actor's profile. */
export default function ProfileEdit({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { username, name, description, profilePic } = loaderData;
  const pending = useNavigation().formAction === '/profile/edit';
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const failure = useFormError(actionData);
  const saved = actionData !== undefined && 'saved' in actionData;

  useEffect(() => {
    if (!actionData || !('saved' in actionData)) return;
    toast.success('Profile updated successfully!');
    // An empty field kept its saved value; the reset shows it again.
    form.current?.reset();
  }, [actionData, toast]);

  return (
    <Page width="form">
      <PageHeader title="Edit profile" back={{ to: '/profile', label: 'Back to profile' }} />
      <Form ref={form} method="post" className="grid gap-6" noValidate>
        {failure && (
          <Alert tone="failure">
            {failure.isUnexpected ? failure.message : failureTexts['profile-failed']}
          </Alert>
        )}
        {saved && <Alert tone="success">Profile updated successfully!</Alert>}
        <TextField
          label="Username"
          defaultValue={username}
          disabled
          hint="The username cannot be changed."
        />
        <TextField
          label="Name"
          name="name"
          defaultValue={failure?.typed.name ?? name}
          maxLength={profileConstants.nameMax}
          counter
          autoComplete="nickname"
          error={failure?.fields.name}
        />
        <ProfileDescriptionField
          // Resets the field after a description was saved.
          key={description}
          saved={description}
          failure={failure}
        />
        <AvatarPicker
          value={failure?.typed.profilePic ?? profilePic}
          error={failure?.fields.profilePic}
        />
        <div className="flex flex-wrap gap-3">
          <Button pending={pending}>Save changes</Button>
          <ButtonLink to="/profile" variant="ghost">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Page>
  );
}
