import { useId } from 'react';
import type { AccentTheme } from '#shared/format/accent-colors.ts';
import { useFieldProps } from '#web/ui/forms/failed-form.ts';

/** What a browser shows as the chosen colour while the design decides. */
const designColors: Record<AccentTheme, string> = { light: '#994a08', dark: '#f9ba5f' };

const labels: Record<AccentTheme, string> = { light: 'Light theme', dark: 'Dark theme' };

interface AccentFieldsProps {
  /** The saved colours; empty for those of the design. */
  values: Record<AccentTheme, string>;
}

/** The accent colour of each theme. */
export function AccentFields({ values }: AccentFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AccentField theme="light" saved={values.light} />
      <AccentField theme="dark" saved={values.dark} />
    </div>
  );
}

function AccentField({ theme, saved }: { theme: AccentTheme; saved: string }) {
  const id = useId();
  const { error, defaultValue } = useFieldProps({
    name: theme,
    defaultValue: saved || designColors[theme],
    error: undefined,
  });
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        {labels[theme]}
      </label>
      <input
        id={id}
        type="color"
        name={theme}
        defaultValue={defaultValue}
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
