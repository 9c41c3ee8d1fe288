import {
  type ApiKeyScope,
  apiKeyConstants,
  apiKeyScopeTexts,
} from '#shared/constants/accounts/api-key-scopes.ts';
import { ChoiceField, FieldGroup, SelectField } from '#web/ui/fields/choice-fields.tsx';

interface ScopeFieldsProps {
  /** The scopes that can be chosen. */
  offered: readonly ApiKeyScope[];
  chosen: readonly ApiKeyScope[];
}

/** What a key may do, as checkboxes. Every key reads. */
export function ScopeFields({ offered, chosen }: ScopeFieldsProps) {
  const { name, hint } = apiKeyScopeTexts['read-own'];
  return (
    <FieldGroup title="What it may do">
      <p className="clear-both text-sm">
        <strong className="font-medium">{name}:</strong>{' '}
        <span className="text-muted">{hint} Every key may.</span>
      </p>
      {offered.map(
        (scope) =>
          scope !== 'read-own' && (
            <ChoiceField
              key={scope}
              name={scope}
              label={apiKeyScopeTexts[scope].name}
              hint={apiKeyScopeTexts[scope].hint}
              defaultChecked={chosen.includes(scope)}
            />
          ),
      )}
    </FieldGroup>
  );
}

const inDays = apiKeyConstants.daysChoices.map(
  (days) => [String(days), days === 365 ? 'In a year' : `In ${days} days`] as const,
);

/** When a key ends. `kept` is the choice that changes nothing, for a key that exists. */
export function KeyEndField({ kept }: { kept?: string }) {
  return (
    <SelectField
      name="days"
      label="Ends"
      defaultValue={kept === undefined ? String(apiKeyConstants.defaultDays) : ''}
      options={kept === undefined ? [...inDays, ['never', 'Never']] : [['', kept], ...inDays]}
    />
  );
}
