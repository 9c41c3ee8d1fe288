import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { loadGuarded, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { failureOf } from '#app/form-failure.ts';
import { screenHead } from '#app/page-head.ts';
import { reachServer } from '#app/reach-server.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { getProfile } from '#domain/profiles/get-profile.ts';
import { profileForm } from '#shared/inputs/profile.ts';
import { profile as limits } from '#shared/limits.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { DescriptionField } from '../components/profile/description-field.tsx';
import { PicturePicker } from '../components/profile/picture-picker.tsx';
import { TextField } from '../components/text-field.tsx';
import { useToast } from '../components/toast.tsx';
import type { Route } from './+types/profile-edit';

export const meta: Route.MetaFunction = () => screenHead('Edit profile');

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, actor) => {
    const { username, name, description, profilePic } = await getProfile(ctx, actor.username);
    return { username, name, description, profilePic };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'profile-failed', async (ctx, form) => {
    await editProfile(ctx, parse(profileForm, form));
    return { saved: true as const };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'profile-failed');
}

/** Name, description and picture of the own profile (spec 2 and 5). */
export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { username, name, description, profilePic } = loaderData;
  const pending = useNavigation().formAction === '/profile/edit';
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const failure = failureOf(actionData);
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
          maxLength={limits.nameMax}
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
