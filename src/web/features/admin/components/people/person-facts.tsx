import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Person } from '#domain/administration/get-person.ts';
import { roleNames } from '#web/ui/accounts/role-names.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { toCodesOf } from '../codes/codes-path.ts';

/** What an admin sees of an account. */
export function PersonFacts({ person }: { person: Person }) {
  const { email, emailVerified, role, furtherRoles, registeredAt, createdAt, lastSeenAt } = person;
  const { suspended, until, mutedUntil, sessions, passkeys, notes } = person;
  const logins = [
    person.hasSecondFactor && 'authenticator app',
    passkeys > 0 && (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`),
  ].filter(Boolean);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
      <Fact name="Email" isWide>
        {email === null ? 'None' : email}
        {email !== null && !emailVerified && ' (not confirmed)'}
      </Fact>
      <Fact name="Role">
        {[roleNames[role], ...furtherRoles.map(({ name }) => name)].join(', ')}
      </Fact>
      <Fact name="State">
        {suspended ? (
          <>Suspended {until === null ? 'without end' : <DateUntil value={until} />}</>
        ) : mutedUntil ? (
          <>
            Muted <DateUntil value={mutedUntil} />
          </>
        ) : (
          'In good standing'
        )}
      </Fact>
      <Fact name={registeredAt ? 'Registered' : 'Came as a guest'}>
        <DateTime value={registeredAt ?? createdAt} />
      </Fact>
      <Fact name="Last seen">
        {lastSeenAt === null ? 'Never' : <DateTime value={lastSeenAt} />}
      </Fact>
      <Fact name="Logged in">{sessions === 1 ? '1 session' : `${sessions} sessions`}</Fact>
      <Fact name="Second factors">{logins.length > 0 ? logins.join(', ') : 'None'}</Fact>
      <Fact name="Balance">
        <MoneyAmount cents={person.balance} />
        {person.setAside > 0 && (
          <>
            , <MoneyAmount cents={person.setAside} /> set aside for orders
          </>
        )}
      </Fact>
      <Fact name="Notes of moderators">{notes === 0 ? 'None' : String(notes)}</Fact>
      {person.hasOpenCodes && (
        <Fact name="Codes">
          <Link to={toCodesOf(person.username)}>Some that it made can still be redeemed</Link>
        </Fact>
      )}
    </dl>
  );
}

function DateUntil({ value }: { value: Date }) {
  return (
    <>
      until <DateTime value={value} />
    </>
  );
}

interface FactProps {
  name: string;
  /** Has a line of its own on small screens. */
  isWide?: boolean;
  children: ReactNode;
}

function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div className={`min-w-0 ${isWide ? 'col-span-2 lg:col-span-1' : ''}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
