import { getGroup } from '#domain/groups/get-group.ts';
import {
  acceptRequest,
  rejectGroupRequest,
  sendGroupRequest,
  withdrawRequest,
} from '#domain/groups/group-requests.ts';
import { joinGroup, leaveGroup } from '#domain/groups/join-group.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { hasRight } from '#shared/rules/rights.ts';
import { groupQuery, memberInput } from '#shared/schemas/groups.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { readUuid } from '#web/lib/actions/read-uuid.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { groupPath } from '#web/paths/groups.ts';
import { GroupPicture } from '#web/ui/accounts/group-picture.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { PlainText } from '#web/ui/texts/plain-text.tsx';
import { describeJoining, describeState } from '../components/describe-group.ts';
import { MemberRow } from '../components/member-row.tsx';
import type { Route } from './+types/group';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? loaderData.group.name : 'Group', matches);

export const handle = { failure: 'Failed to load the group.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _actor, url) => {
    const { page } = parseInput(groupQuery, url.searchParams);
    const found = await openPage(
      url,
      getGroup(ctx, { id: readUuid(args.params.groupId, 'group-gone'), page }),
    );
    return { ...found, asksToLeave: url.searchParams.has('leave') && found.group.mayLeave };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'group-failed', async (ctx, form) => {
    const groupId = readUuid(args.params.groupId, 'group-gone');
    switch (form.get('intent')) {
      case 'join':
        await joinGroup(ctx, { groupId });
        return { done: 'You are a member now.' };
      case 'leave':
        await leaveGroup(ctx, { groupId });
        return { done: 'You left the group.' };
      case 'ask':
        await sendGroupRequest(ctx, { groupId });
        return { done: 'You asked to join. A notification tells you the answer.' };
      case 'withdraw':
        await withdrawRequest(ctx, { groupId });
        return { done: 'Your request is withdrawn.' };
      case 'accept': {
        const { username } = parseInput(memberInput, form);
        await acceptRequest(ctx, { groupId, username });
        return { done: `${username} is a member now.` };
      }
      case 'refuse': {
        const { username } = parseInput(memberInput, form);
        await rejectGroupRequest(ctx, { groupId, username });
        return { done: `The request of ${username} is refused.` };
      }
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('group-failed');

/** A group: what it is, its members for those who see them, and the requests for those who answer them. */
export default function Group({ loaderData, actionData }: Route.ComponentProps) {
  const { group, members, page, pages, requests, asksToLeave } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const viewer = useViewer();
  const path = groupPath(group.id);
  const state = describeState(group);
  return (
    <Page width="article">
      <PageHeader
        title={<bdi>{group.name}</bdi>}
        back={{ to: '/groups', label: 'Back to groups' }}
        actions={
          hasRight(viewer, 'manage-groups') && (
            <ButtonLink to={`/admin/groups/${group.id}`} variant="quiet">
              Manage
            </ButtonLink>
          )
        }
      />
      <div className="grid gap-6">
        {done && <Alert tone="success">{done}</Alert>}
        {failure && (
          <Alert tone="failure" action={failure.needsProof && <ProofLink next={path} />}>
            {failure.message}
          </Alert>
        )}
        <RemovalDialog
          open={asksToLeave}
          title={`Leave ${group.name}?`}
          path={path}
          values={{ intent: 'leave' }}
          button="Leave"
        >
          <p>{leaveText(group)}</p>
        </RemovalDialog>
        <section
          aria-label="About the group"
          className="panel flex flex-wrap items-start gap-x-5 gap-y-4 p-6"
        >
          <GroupPicture path={group.picture?.thumbnail.path ?? null} size={96} />
          <div className="grid min-w-0 flex-1 basis-60 gap-3">
            {group.description && <PlainText text={group.description} />}
            <p className="text-muted">
              {[state, describeJoining(group)].filter(Boolean).join(' · ')}
            </p>
            {group.isMember && group.limits && (
              <p className="text-muted">
                It limits what its members see, so only an admin can take you out of it.
              </p>
            )}
            <div className="flex flex-wrap gap-3 empty:hidden">
              {viewer?.role === 'guest' ? (
                <p className="text-muted">Guests cannot join. Register to keep your games.</p>
              ) : (
                <>
                  {group.mayJoin && (
                    <ButtonForm values={{ intent: 'join' }} variant="primary" size="md">
                      Join
                    </ButtonForm>
                  )}
                  {group.mayAsk && (
                    <ButtonForm values={{ intent: 'ask' }} variant="primary" size="md">
                      Ask to join
                    </ButtonForm>
                  )}
                  {group.isAsked && (
                    <ButtonForm values={{ intent: 'withdraw' }} size="md">
                      Withdraw your request
                    </ButtonForm>
                  )}
                  {group.mayLeave && (
                    <DialogLink to={`${path}?leave`} size="md">
                      Leave
                    </DialogLink>
                  )}
                </>
              )}
            </div>
          </div>
        </section>
        {requests.length > 0 && (
          <Panel title="Requests">
            <ul className="grid">
              {requests.map((request) => (
                <MemberRow
                  key={request.username}
                  person={request}
                  line={
                    <>
                      Asked on <DateTime value={request.askedAt} format="date" />
                    </>
                  }
                >
                  <ButtonForm
                    values={{ intent: 'accept', username: request.username }}
                    variant="primary"
                    aria-label={`Accept ${request.username}`}
                  >
                    Accept
                  </ButtonForm>
                  <ButtonForm
                    values={{ intent: 'refuse', username: request.username }}
                    aria-label={`Refuse ${request.username}`}
                  >
                    Refuse
                  </ButtonForm>
                </MemberRow>
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Members">
          {!group.showsMembers && (
            <p className="text-muted">
              {group.membersShownTo === 'members'
                ? 'Only members see who is in it.'
                : 'Only its leaders see who is in it.'}
            </p>
          )}
          {group.showsMembers && members.length === 0 && (
            <p className="text-muted">Nobody is in this group yet.</p>
          )}
          {members.length > 0 && (
            <ul className="grid">
              {members.map((member) => (
                <MemberRow
                  key={member.username}
                  person={member}
                  note={member.isLeader ? 'Leader' : undefined}
                />
              ))}
            </ul>
          )}
          <Pager page={page} pages={pages} label="Pages of the members" />
        </Panel>
      </div>
    </Page>
  );
}

function leaveText({ joining, carries }: Parameters<typeof describeJoining>[0]): string {
  if (joining === 'invitation') return 'Only an admin can bring you back.';
  return joining === 'request' || carries
    ? 'To come back you have to ask again.'
    : 'You can come back at any time.';
}
