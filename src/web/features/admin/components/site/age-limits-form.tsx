import { Link } from 'react-router';
import type { AgeLimits } from '#shared/schemas/administration/age-limits.ts';
import { AgeLimitField } from '../age-limit-field.tsx';
import { SettingForm } from './setting-form.tsx';

const readers = [
  ['visitors', 'Visitors', 'Who is not logged in.'],
  ['guests', 'Guests', 'Accounts without a registration.'],
  [
    'players',
    'Accounts',
    'Those that have no limit of their own. It is set on the page of a person.',
  ],
] as const;

/** The form of the ages above which games do not exist for readers. */
export function AgeLimitsForm({ limits }: { limits: AgeLimits }) {
  return (
    <SettingForm title="Age limits" intent="age-limits">
      <p className="text-muted">
        Games for older players do not exist for these readers: not in the shop, on the market, in
        trades, notifications or the APIs. Moderators, admins and catalog editors see all games. The
        age of a game is set in the list of{' '}
        <Link to="/admin/games/all" className="text-link">
          all games
        </Link>
        .
      </p>
      {readers.map(([name, label, hint]) => (
        <AgeLimitField
          key={name}
          label={label}
          name={name}
          ageLimit={limits[name]}
          hint={`${hint} An age in years; empty for all games.`}
        />
      ))}
    </SettingForm>
  );
}
