import { Link } from 'react-router';
import { staffFactorConstants } from '#shared/constants/accounts/staff-factor.ts';
import type { StaffFactorRule } from '#shared/schemas/administration/site-settings.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SettingForm } from './setting-form.tsx';

interface StaffFactorFormProps {
  rule: StaffFactorRule;
  /** Whether the admin who reads the page has a second factor. */
  hasOwnFactor: boolean;
}

/** The form that lets moderators and admins need a second factor. */
export function StaffFactorForm({ rule, hasOwnFactor }: StaffFactorFormProps) {
  const { isRequired, graceDays } = rule;
  return (
    <SettingForm title="Moderators and admins" intent="staff-factor">
      <ChoiceField
        name="isRequired"
        value="on"
        defaultChecked={isRequired}
        label="They need a second factor"
        hint="Who has no authenticator app when the days are over cannot use the role until one is set up."
      />
      {!hasOwnFactor && (
        <p className="text-sm">
          You have no second factor yourself.{' '}
          <Link to="/settings/security/authenticator" className="text-link">
            Set up an authenticator app
          </Link>{' '}
          before you switch this on.
        </p>
      )}
      <TextField
        label="Days to set it up"
        name="graceDays"
        type="number"
        min={0}
        max={staffFactorConstants.graceDaysMax}
        required
        defaultValue={graceDays}
        hint="Counted from when this is switched on, or from when somebody gets the role."
      />
    </SettingForm>
  );
}
