import {
  type RegistrationMode,
  registrationModes,
} from '#shared/constants/accounts/registration-modes.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { registrationModeTexts } from './site/registration-texts.ts';

/** The choice who can register. */
export function RegistrationModeChoice({ chosen }: { chosen: RegistrationMode }) {
  return registrationModes.map((value) => (
    <ChoiceField
      key={value}
      type="radio"
      name="registration"
      value={value}
      {...registrationModeTexts[value]}
      defaultChecked={value === chosen}
    />
  ));
}
