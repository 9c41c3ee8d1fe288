import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { checkServices } from '#domain/system/check-services.ts';
import { getSystemStatus } from '#domain/system/get-system-status.ts';
import { retryJob } from '#domain/system/retry-job.ts';
import { retryRefusedMails } from '#domain/system/retry-mails.ts';
import { sendTestMail } from '#domain/system/send-test-mail.ts';
import { startJob } from '#domain/system/start-job.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import { retriedJobForm, startedJobForm } from '#shared/schemas/administration/system.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { SettingMessages } from '../components/proof-alerts.tsx';
import { SystemChanges } from '../components/system/system-changes.tsx';
import { SystemEncryption } from '../components/system/system-encryption.tsx';
import { SystemFacts } from '../components/system/system-facts.tsx';
import { FailedRuns, SystemJobs } from '../components/system/system-jobs.tsx';
import { SystemMails } from '../components/system/system-mails.tsx';
import { SystemServices } from '../components/system/system-services.tsx';
import { readChangelog } from '../read-changelog.server.ts';
import { runAdminAction, runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/system';

export const headers = formHeaders;

export const meta = guardedHead('System');

export const handle = { failure: 'Failed to load the state of the system.' };

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx, url) => {
    const [status, isProven] = await Promise.all([getSystemStatus(ctx), hasFreshProof(ctx)]);
    const changelog = url.searchParams.get('show') === 'changes' ? readChangelog() : null;
    return { ...status, isProven, changelog };
  });
}

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    switch (form.get('intent')) {
      case 'check':
        return { checked: await checkServices(ctx) };
      case 'mail': {
        const { to, from, error, isFile } = await sendTestMail(ctx);
        if (error !== null) return { mailError: `The mail to ${to} was not sent: ${error}` };
        if (isFile) return { mailError: `The mail to ${to} is only a file on the server.` };
        return { done: `The mail server took the mail to ${to}${from ? ` from ${from}` : ''}.` };
      }
      case 'retry-mails': {
        const mails = await retryRefusedMails(ctx);
        return { done: mails === 1 ? 'One mail is sent again.' : `${mails} mails are sent again.` };
      }
      case 'start-job':
        await startJob(ctx, parseInput(startedJobForm, form));
        return { done: 'The job starts within a minute.' };
      case 'retry-job':
        await retryJob(ctx, parseInput(retriedJobForm, form));
        return { done: 'The job is tried again within a minute.' };
      default:
        throw new AppError('bad-input');
    }
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

/** The section 'System' of the administration: whether the site runs well, for operators. */
export default function System({ loaderData, actionData }: Route.ComponentProps) {
  const { nodes, jobs, failedRuns, services, isProven, changelog } = loaderData;
  const { done, failure } = useFormResult(actionData);
  const checked = actionData && 'checked' in actionData ? (actionData.checked ?? null) : null;
  const mailError = actionData && 'mailError' in actionData ? actionData.mailError : null;
  return (
    <AdminPage current="system">
      <SettingMessages isProven={isProven} done={done} failure={failure} />
      {mailError && <Alert tone="failure">{mailError}</Alert>}
      <Panel
        title="Version"
        action={
          !changelog && (
            <ButtonLink to="?show=changes" preventScrollReset variant="quiet" size="sm">
              What changed
            </ButtonLink>
          )
        }
      >
        <SystemFacts facts={listFacts(loaderData)} />
        {changelog && <SystemChanges versions={changelog} />}
      </Panel>
      <Panel title="Processes">
        {nodes.length === 0 ? (
          <p className="text-muted">One process serves this site.</p>
        ) : (
          <ul className="grid">
            {nodes.map(({ id, startedAt }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2.5 first:border-t-0"
              >
                <code>{id.slice(0, 8)}</code>
                <span className="text-muted">
                  Runs since <DateTime value={startedAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <SystemEncryption {...loaderData.encryption} />
      <Panel title="Other services">
        <SystemServices services={services} checked={checked} />
      </Panel>
      <SystemMails {...loaderData.mails} hasServer={services.includes('mail')} />
      <section aria-label="Jobs" className="grid gap-4">
        <h2 className="text-lg">Jobs</h2>
        {jobs === null && <Alert tone="failure">The jobs could not be read.</Alert>}
        {jobs?.length === 0 && <p className="text-muted">No job has been planned yet.</p>}
        {jobs && jobs.length > 0 && <SystemJobs jobs={jobs} />}
      </section>
      {failedRuns.length > 0 && <FailedRuns runs={failedRuns} />}
    </AdminPage>
  );
}

type Status = Route.ComponentProps['loaderData'];

function listFacts({ version, runtime, database, disk }: Status): [string, string][] {
  return [
    ['Guildhall', version],
    ['Node.js', runtime],
    ['Postgres', database.version],
    ['Database', formatFileSize(database.bytes)],
    [
      'Free on the disk',
      disk ? `${formatFileSize(disk.free)} of ${formatFileSize(disk.total)}` : '?',
    ],
  ];
}
