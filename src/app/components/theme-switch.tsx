import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, themes, useTheme } from './theme.ts';

const looks = {
  system: { label: 'System theme', icon: Monitor },
  dark: { label: 'Dark theme', icon: Moon },
  light: { label: 'Light theme', icon: Sun },
} as const satisfies Record<Theme, unknown>;

/** Three buttons, one of them pressed. Hidden where scripts do not run, since it could do nothing. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  return (
    <fieldset className="inline-flex rounded-full bg-well p-1 [@media(scripting:none)]:hidden">
      <legend className="sr-only">Theme</legend>
      {themes.map((name) => {
        const { label, icon: Icon } = looks[name];
        return (
          <button
            key={name}
            type="button"
            title={label}
            aria-label={label}
            aria-pressed={theme === name}
            onClick={() => choose(name)}
            className="grid size-8 place-items-center rounded-full text-muted transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-lift"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        );
      })}
    </fieldset>
  );
}
