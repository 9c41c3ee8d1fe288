import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { getProfile } from '#domain/profiles/get-profile.ts';
import { profileConstants } from '#shared/constants/profiles.ts';
import { profileForm } from '#shared/schemas/profiles.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { DescriptionField } from '../components/description-field.tsx';
import { PicturePicker } from '../components/picture-picker.tsx';
import type { Route } from './+types/edit-profile';

export const meta: Route.MetaFunction = () => screenHead('Edit profile');

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
    await editProfile(ctx, parse(profileForm, form));
    return { saved: true as const };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'profile-failed');
}

/** Name, description and picture of the own profile. */
export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { username, name, description, profilePic } = loaderData;
  const pending = useNavigation().formAction === '/profile/edit';
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const failure = formFailureOf(actionData);
  const saved = actionData !== undefined && 'saved' in actionData;

  useEffect(() => {
    if (!saved) return;
    toast.success('Profile updated successfully!');
    // What was left empty kept its value, and the form shows it again.
    form.current?.reset();
  }, [saved, toast]);

  return (
    <Page width="form">
      <PageHeader title="Edit profile" back={{ to: '/profile', label: 'Back to profile' }} />
      <Form ref={form} method="post" className="grid gap-6" noValidate>
        {failure && <Notice tone="failure">Failed to update profile.</Notice>}
        {saved && <Notice tone="success">Profile updated successfully!</Notice>}
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
        <DescriptionField
          // Once it is saved the form begins again.
          key={description}
          saved={description}
          failure={failure}
        />
        <PicturePicker
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
