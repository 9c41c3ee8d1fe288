import { inArray, sql } from 'drizzle-orm';
import { text } from '#database/column-types.ts';
import { groups, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { toAsciiSkeleton } from '#shared/format/texts/misleading-names.ts';
import { type PersonInput, personRow } from '#shared/schemas/administration/people-files.ts';
import { requireGoodPassword } from '../../accounts/passwords/hash-password.ts';
import { requireFreeUsername } from '../../accounts/registration/register.ts';
import { rejectImpersonation } from '../../accounts/registration/reject-impersonation.ts';
import type { Ctx } from '../../context.ts';
import { requireAllowedText } from '../../text-filters/check-text.ts';
import type { PersonProblem, PersonRow } from './parse-people-file.ts';

/** A row with what is wrong with it. It has no password, so that it can be shown. */
export interface CheckedPerson {
  row: number;
  username: string;
  problems: PersonProblem[];
}

/** A person with the id of the group of its row; null without one. */
export type CheckedInput = PersonInput & { groupId: string | null };

interface CheckedRow extends CheckedPerson {
  /** Null if something is wrong with it. */
  person: CheckedInput | null;
}

/** An id that no account has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Checks each row by the rules of the registration, against the accounts and against the rows before it. */
export async function checkPeopleRows(ctx: Ctx, rows: readonly PersonRow[]): Promise<CheckedRow[]> {
  const parsed = rows.map((row) => ({ ...row, result: personRow.safeParse(row.fields) }));
  const emails = parsed.flatMap(({ result }) => (result.success ? [result.data.email] : []));
  const taken = await findTakenEmails(ctx, emails);
  const groupIds = await readGroupIds(ctx);
  const seen = { names: new Map<string, number>(), emails: new Map<string, number>() };
  const checked: CheckedRow[] = [];
  for (const { row, fields, problems: ofCells, result } of parsed) {
    const problems = [...ofCells];
    if (result.success) {
      const person = result.data;
      problems.push(...(await listProblemsOf(ctx, person)));
      if (taken.has(person.email))
        problems.push({ column: 'email', text: 'This email already has an account.' });
      problems.push(...noteAgain(seen.names, toAsciiSkeleton(person.username), row, 'username'));
      problems.push(...noteAgain(seen.emails, person.email, row, 'email'));
      if (person.group !== '' && !groupIds.has(person.group.toLowerCase()))
        problems.push({ column: 'group', text: 'There is no group of this name.' });
    } else {
      for (const { path, message } of result.error.issues)
        problems.push({ column: path.join('.'), text: message });
    }
    const person =
      result.success && problems.length === 0
        ? { ...result.data, groupId: groupIds.get(result.data.group.toLowerCase()) ?? null }
        : null;
    checked.push({ row, username: fields.username.trim().slice(0, 60), problems, person });
  }
  return checked;
}

/** The ids of all groups by their names in lower case. */
async function readGroupIds({ db }: Ctx): Promise<Map<string, string>> {
  const found = await db.select({ id: groups.id, name: groups.name }).from(groups);
  return new Map(found.map(({ id, name }) => [name.toLowerCase(), id]));
}

async function findTakenEmails({ db }: Ctx, emails: string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const lower = typedSql(text, sql`lower(${users.email})`);
  const found = await db.select({ email: users.email }).from(users).where(inArray(lower, emails));
  return new Set(found.map(({ email }) => email.toLowerCase()));
}

/** The row before that has the same, or looks like it. */
function noteAgain(seen: Map<string, number>, text: string, row: number, column: string) {
  const before = seen.get(text);
  if (before === undefined) seen.set(text, row);
  if (before === undefined) return [];
  const what = column === 'email' ? 'the same email' : 'this username or one that looks like it';
  return [{ column, text: `Row ${before} has ${what}.` }];
}

async function listProblemsOf(ctx: Ctx, person: PersonInput): Promise<PersonProblem[]> {
  const { username, name, email, password } = person;
  const checks: [string, () => unknown][] = [
    ['username', () => requireFreeUsername(ctx, username)],
    ['name', () => requireAllowedText(ctx, { name })],
    ['name', () => rejectImpersonation(ctx, { id: nobody, role: 'player', username }, name)],
    [
      'password',
      () =>
        password === ''
          ? requireMail(ctx)
          : requireGoodPassword(ctx, password, { username, email }),
    ],
  ];
  const problems: PersonProblem[] = [];
  for (const [column, check] of checks) {
    try {
      await check();
    } catch (error) {
      if (error instanceof NoMail) problems.push({ column, text: error.message });
      else if (isAppError(error))
        problems.push({ column, text: error.details.fields?.[column] ?? error.message });
      else throw error;
    }
  }
  return problems;
}

class NoMail extends Error {}

function requireMail({ accounts: { mailer } }: Ctx): void {
  if (!mailer.canDeliver)
    throw new NoMail('Enter a password: this site sends no mail, so nobody gets a link.');
}
