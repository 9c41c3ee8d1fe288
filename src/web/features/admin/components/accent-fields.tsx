import { useId } from 'react';
import type { AccentTheme } from '#shared/format/accent-colors.ts';

interface AccentFieldsProps {
  /** The colours as typed or saved; empty for those of the design. */
  values: Record<AccentTheme, string>;
  errors: Record<string, string>;
}

/** What a browser shows as the chosen colour while the design decides. */
const designColors: Record<AccentTheme, string> = { light: '#994a08', dark: '#f9ba5f' };

const labels: Record<AccentTheme, string> = { light: 'Light theme', dark: 'Dark theme' };

/** The accent colour of each theme. */
export function AccentFields({ values, errors }: AccentFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AccentField theme="light" value={values.light} error={errors.light} />
      <AccentField theme="dark" value={values.dark} error={errors.dark} />
    </div>
  );
}

function AccentField(props: { theme: AccentTheme; value: string; error: string | undefined }) {
  const { theme, value, error } = props;
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        {labels[theme]}
      </label>
      <input
        id={id}
        type="color"
        name={theme}
        defaultValue={value || designColors[theme]}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className="control h-11 max-w-40 cursor-pointer p-1"
      />
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
