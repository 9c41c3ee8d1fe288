import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { uploadSitePicture } from '#domain/gallery/site-pictures/upload-site-picture.ts';
import { changeGroupPicture, groupPictureShape } from '#domain/groups/change-group-picture.ts';
import { addMember, removeMember, setLeader } from '#domain/groups/change-members.ts';
import { getGroup } from '#domain/groups/get-group.ts';
import { listGamesOfGroup } from '#domain/groups/list-games-of-group.ts';
import { deleteGroup, editGroup } from '#domain/groups/save-group.ts';
import { readGroupAgeLimit, setGroupAgeLimit } from '#domain/groups/set-group-age-limit.ts';
import { listRolesOfGroup, setGroupRoles } from '#domain/groups/set-group-roles.ts';
import { isCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { isAdmin, requireAdmin } from '#domain/permissions/require-moderator.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { accountAgeLimitForm } from '#shared/schemas/administration/age-limits.ts';
import { groupInput, groupQuery, groupRolesInput, memberInput } from '#shared/schemas/groups.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { MemberRow } from '#web/features/groups/public.ts';
import { pictureLimit } from '#web/lib/actions/file-sizes.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { readUuid } from '#web/lib/actions/read-uuid.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { requireFiles } from '#web/lib/actions/sent-files.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { groupPath } from '#web/paths/groups.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { AdminPage } from '../../components/admin-page.tsx';
import { GamesOfGroup } from '../../components/groups/games-of-group.tsx';
import { GroupAgeLimitForm } from '../../components/groups/group-age-limit-form.tsx';
import { GroupFields } from '../../components/groups/group-fields.tsx';
import { GroupPicturePanel } from '../../components/groups/group-picture-panel.tsx';
import { GroupRolesForm } from '../../components/groups/group-roles-form.tsx';
import { SettingMessages } from '../../components/proof-alerts.tsx';
import { runRightAction, runRightLoader } from '../../run-admin-page.ts';
import type { Route } from './+types/group';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? loaderData.group.name : 'Not found', matches);

export const handle = { failure: 'Failed to load the administration.' };

export async function loader(args: Route.LoaderArgs) {
  return runRightLoader(args, 'manage-groups', async (ctx, url) => {
    const id = readUuid(args.params.groupId);
    const { page } = parseInput(groupQuery, url.searchParams);
    const [found, carried, roles, ageLimit, isProven] = await Promise.all([
      openPage(url, getGroup(ctx, { id, page })),
      listGamesOfGroup(ctx, { id }),
      isAdmin(ctx.actor) ? listRolesOfGroup(ctx, { id }) : null,
      isAdmin(ctx.actor) ? readGroupAgeLimit(ctx, { id }) : null,
      hasFreshProof(ctx),
    ]);
    const asked = url.searchParams.get('remove');
    const removed = found.members.find(({ username }) => username === asked);
    const asksToDelete = url.searchParams.has('delete');
    return {
      ...found,
      carried: { ...carried, isEditor: isCatalogEditor(ctx.actor) },
      roles,
      ageLimit,
      isProven,
      removed: removed?.username ?? null,
      asksToDelete,
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runRightAction(args, 'manage-groups', async (ctx, form) => {
    const groupId = readUuid(args.params.groupId);
    switch (form.get('intent')) {
      case 'edit':
        await editGroup(ctx, { id: groupId, ...parseInput(groupInput, form) });
        return { done: 'Saved.' };
      case 'picture': {
        requireAdmin(ctx);
        const [file] = requireFiles(form, 'picture', 'Choose a picture.');
        if (!file) throw new AppError('bad-input');
        const picture = await uploadSitePicture(ctx, file, args.request.signal, groupPictureShape);
        await changeGroupPicture(ctx, { id: groupId, pictureId: picture.id });
        return { done: 'The group has this picture now.' };
      }
      case 'remove-picture':
        await changeGroupPicture(ctx, { id: groupId, pictureId: null });
        return { done: 'The picture is removed.' };
      case 'roles': {
        const roles = form.getAll('role').map(String);
        await setGroupRoles(ctx, { id: groupId, ...parseInput(groupRolesInput, { roles }) });
        return { done: 'Saved. It holds from the next request of each member.' };
      }
      case 'age-limit': {
        await setGroupAgeLimit(ctx, { id: groupId, ...parseInput(accountAgeLimitForm, form) });
        return { done: 'Saved. It holds from the next request of each member.' };
      }
      case 'add': {
        const { username } = parseInput(memberInput, form);
        await addMember(ctx, { groupId, username });
        return { done: `${username} is a member now.` };
      }
      case 'remove': {
        const { username } = parseInput(memberInput, form);
        await removeMember(ctx, { groupId, username });
        return { done: `${username} is no member any more.` };
      }
      case 'lead':
      case 'end-lead': {
        const { username } = parseInput(memberInput, form);
        const isLeader = form.get('intent') === 'lead';
        await setLeader(ctx, { groupId, username, isLeader });
        return {
          done: isLeader ? `${username} leads the group now.` : `${username} no longer leads it.`,
        };
      }
      case 'delete':
        await deleteGroup(ctx, { id: groupId });
        throw redirect('/admin/groups?deleted');
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendFiles<typeof action>(
  'administration-failed',
  pictureLimit('picture'),
);

/** A group in the administration: its facts, its picture, what it gives, and its members. */
export default function Group({ loaderData, actionData }: Route.ComponentProps) {
  const { group, members, page, pages, requests, carried, roles, ageLimit } = loaderData;
  const { isProven, removed, asksToDelete } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const path = `/admin/groups/${group.id}`;
  const listPath = `${path}${page > 1 ? `?page=${page}` : ''}`;
  const toQuestion = (username: string) => `${listPath}${page > 1 ? '&' : '?'}remove=${username}`;
  return (
    <AdminPage
      current="groups"
      title={<bdi>{group.name}</bdi>}
      back={{ to: '/admin/groups', label: 'Back to groups' }}
      failure={failure}
    >
      <SettingMessages
        // Only roles and the age limit need a proof of identity.
        isProven={
          isProven ||
          roles === null ||
          (ageLimit === null && !roles.some(({ isCarried }) => isCarried))
        }
        done={done}
        failure={failure}
        isInForm={!failure?.needsProof && ['edit', 'add'].includes(failure?.typed.intent ?? '')}
      />
      <RemovalDialog
        open={removed !== null}
        title={`Take ${removed} out of the group?`}
        path={listPath}
        values={{ intent: 'remove', username: removed ?? '' }}
        button="Take out"
      >
        <p>What the group gives or limits no longer holds for {removed}.</p>
      </RemovalDialog>
      <RemovalDialog
        open={asksToDelete}
        title={`Delete ${group.name}?`}
        path={path}
        values={{ intent: 'delete' }}
        button="Delete"
      >
        <p>
          Its members stay on the site. What the group gives or limits no longer holds for them.
          {carried.total > 0 &&
            ' Games that were for its members alone are for nobody until an editor opens them.'}{' '}
          This cannot be undone.
        </p>
      </RemovalDialog>
      <Panel
        title="Members"
        action={
          <ButtonLink to={groupPath(group.id)} variant="quiet" size="sm">
            {requests.length === 0
              ? 'See its page'
              : requests.length === 1
                ? 'Answer 1 request'
                : `Answer ${requests.length} requests`}
          </ButtonLink>
        }
      >
        <ActionForm
          key={`add-${group.members}`}
          intent="add"
          hasMessage="without-field"
          className="grid max-w-form gap-4"
          button="Add"
          size="sm"
          aria-label="Add a member"
        >
          <TextField
            label="Username of a player to add"
            name="username"
            required
            autoComplete="off"
            maxLength={64}
          />
        </ActionForm>
        {members.length === 0 ? (
          <p className="text-muted">Nobody is in this group yet.</p>
        ) : (
          <ul className="grid">
            {members.map((member) => (
              <MemberRow
                key={member.username}
                person={member}
                note={member.isLeader ? 'Leader' : undefined}
                line={
                  <>
                    Since <DateTime value={member.joinedAt} format="date" />
                  </>
                }
              >
                <ButtonForm
                  values={{
                    intent: member.isLeader ? 'end-lead' : 'lead',
                    username: member.username,
                  }}
                  aria-label={`${member.isLeader ? 'End lead' : 'Make leader'}: ${member.username}`}
                >
                  {member.isLeader ? 'End lead' : 'Make leader'}
                </ButtonForm>
                <DialogLink
                  to={toQuestion(member.username)}
                  aria-label={`Take out ${member.username}`}
                >
                  Take out
                </DialogLink>
              </MemberRow>
            ))}
          </ul>
        )}
        <Pager page={page} pages={pages} label="Pages of the members" />
      </Panel>
      <Panel title="About the group">
        <ActionForm
          intent="edit"
          hasMessage="without-field"
          button="Save"
          scrolls
          className="grid max-w-form gap-6"
        >
          <GroupFields group={group} />
        </ActionForm>
      </Panel>
      <GamesOfGroup {...carried} />
      {roles !== null && (
        <>
          <GroupPicturePanel picture={group.picture} />
          <GroupRolesForm roles={roles} members={group.members ?? 0} />
          <GroupAgeLimitForm ageLimit={ageLimit} />
        </>
      )}
      <Panel title="Delete the group">
        <p className="text-muted">Its members stay on the site.</p>
        <div>
          <DialogLink to={`${path}?delete`}>Delete …</DialogLink>
        </div>
      </Panel>
    </AdminPage>
  );
}
