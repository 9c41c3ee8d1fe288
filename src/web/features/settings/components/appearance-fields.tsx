import { listConstants } from '#shared/constants/lists.ts';
import type { Appearance } from '#shared/constants/site/appearance.ts';
import { FieldGroup, SelectField } from '#web/ui/fields/choice-fields.tsx';

/** The fields for how pages look. They apply to all browsers in which the account is logged in. */
export function AppearanceFields({ chosen }: { chosen: Appearance }) {
  return (
    <>
      <FieldGroup title="Appearance">
        <SelectField
          name="theme"
          label="Theme"
          hint="Kept with your account. Your menu has the same choice."
          defaultValue={chosen.theme ?? ''}
          options={{
            '': 'Each browser has its own',
            system: 'As the system',
            dark: 'Dark',
            light: 'Light',
          }}
        />
        <SelectField
          name="textSize"
          label="Text size"
          hint="Everything on the page grows with the text."
          defaultValue={chosen.textSize}
          options={{ normal: 'Normal', large: 'Large', larger: 'Larger' }}
        />
        <SelectField
          name="motion"
          label="Motion"
          hint="With less motion, cards turn over without an animation."
          defaultValue={chosen.motion}
          options={{ system: 'As the system', reduced: 'Less motion' }}
        />
      </FieldGroup>
      <FieldGroup title="Dates, times and numbers">
        <SelectField
          name="dateFormat"
          label="Date format"
          defaultValue={chosen.dateFormat}
          options={{
            browser: 'As in the browser',
            'month-day-year': 'Mar 5, 2026',
            'day-month-year': '5 Mar 2026',
            'year-month-day': '2026-03-05',
          }}
        />
        <SelectField
          name="clock"
          label="Clock"
          defaultValue={chosen.clock}
          options={{
            browser: 'As usual for the date format',
            '12-hour': '3:04 PM',
            '24-hour': '15:04',
          }}
        />
        <SelectField
          name="numberFormat"
          label="Number format"
          hint="For prices and counts. Prices that you type keep the point: 1234.56."
          defaultValue={chosen.numberFormat}
          options={{
            'comma-point': '1,234.56',
            'point-comma': '1.234,56',
            'space-comma': '1 234,56',
          }}
        />
      </FieldGroup>
      <FieldGroup title="Lists">
        <SelectField
          name="itemsPerPage"
          label="Items per page"
          hint="For lists that let you choose. A choice on a page is for that page only."
          defaultValue={String(chosen.itemsPerPage ?? '')}
          options={[
            ['', 'As designed for each list'],
            ...listConstants.perPageChoices.map((count) => [`${count}`, `${count}`] as const),
          ]}
        />
      </FieldGroup>
    </>
  );
}
