import { readFile } from 'node:fs/promises';
import { hasFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import {
  checkPeopleFile,
  importPeopleFile,
} from '#domain/administration/people-import/import-people.ts';
import { peopleFileConstants } from '#shared/constants/site/people-files.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendFiles } from '#web/lib/actions/submit-files-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { sentFormContext } from '#web/lib/sent-form-context.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { Panel } from '#web/ui/panel.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { ImportFileForm } from '../components/import-file-form.tsx';
import { PeopleFileReport } from '../components/people/people-file-report.tsx';
import { SettingMessages } from '../components/proof-alerts.tsx';
import { runAdminAction, runAdminLoader } from '../run-admin-page.ts';
import type { Route } from './+types/import-people';

export const meta = guardedHead('Import people');

export const handle = { failure: 'Failed to load the form.' };

export const headers = formHeaders;

export async function loader(args: Route.LoaderArgs) {
  return runAdminLoader(args, async (ctx) => ({
    isProven: await hasFreshProof(ctx),
    sendsMail: ctx.accounts.mailer.canDeliver,
  }));
}

const tooLarge = 'Choose a file of at most 2 MB.';

export async function action(args: Route.ActionArgs) {
  return runAdminAction(args, async (ctx, form) => {
    const [file] = args.context.get(sentFormContext)?.files ?? [];
    if (!file) throw new AppError('bad-input', { fields: { file: 'Choose a file.' } });
    if (file.bytes > peopleFileConstants.bytesMax)
      throw new AppError('bad-input', { fields: { file: tooLarge } });
    const read = form.get('intent') === 'import' ? importPeopleFile : checkPeopleFile;
    return { fileName: file.name, report: await read(ctx, await readFile(file.path)) };
  });
}

export const clientAction = sendFiles<typeof action>('administration-failed', {
  name: 'file',
  bytesMax: peopleFileConstants.bytesMax,
  text: tooLarge,
});

/** Makes accounts for the people of a CSV file. */
export default function ImportPeople({ loaderData, actionData }: Route.ComponentProps) {
  const { isProven, sendsMail } = loaderData;
  const { data, failure } = useFormResult(actionData);
  const done = data && 'report' in data ? data : null;
  return (
    <AdminPage
      current="people"
      back={{ to: '/admin/people', label: 'Back to the people' }}
      title="Import people"
    >
      <SettingMessages
        isProven={isProven}
        done={null}
        failure={failure}
        isInForm={failure?.fields.file !== undefined}
      />
      {done && <PeopleFileReport {...done} />}
      <Panel title="Import">
        <p>
          A CSV file with the columns username, name, email, group and password; name, group and
          password can be empty. Each person gets an account of a player, and is a member of the
          group whose name the row has. The rules are those of the registration, and it does not
          matter who can register on the site.{' '}
          {sendsMail
            ? 'Who has no password gets a link by mail that sets it. The others confirm their email.'
            : 'This site sends no mail, so each person needs a password.'}{' '}
          Passwords are hashed when the file is read. The file is not kept.
        </p>
        <ImportFileForm
          label="Import people"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          hint="Up to 2 MB and 500 people. As spreadsheets save it (CSV UTF-8 or Unicode Text), with the names of the columns in the first row."
          error={failure?.fields.file}
          rule="If anything in the file is wrong, nobody is imported and the report says why."
        />
      </Panel>
    </AdminPage>
  );
}
