import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, themes } from '#shared/constants/site/appearance.ts';
import { useTheme } from '#web/lib/appearance.ts';
import { CachedMarkup } from '#web/lib/rendering-cache/cached-markup.tsx';
import { useViewer } from '#web/lib/root-data.ts';

const themeButtons = {
  system: { label: 'System theme', word: 'System', icon: Monitor },
  dark: { label: 'Dark theme', word: 'Dark', icon: Moon },
  light: { label: 'Light theme', word: 'Light', icon: Sun },
} as const satisfies Record<Theme, unknown>;

/**
 * Three buttons for the theme; the chosen one is pressed. An account keeps its choice. The buttons are hidden
 * without scripts, which they need.
 */
export function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const hasAccount = useViewer() !== null;

  function choose(chosen: Theme) {
    setTheme(chosen);
    if (hasAccount) saveTheme(chosen);
  }

  return (
    <CachedMarkup
      as="fieldset"
      className="[@media(scripting:none)]:hidden"
      inputs={['theme switch', theme]}
    >
      {() => (
        <>
          <legend className="px-3 pb-1.5 text-sm font-semibold text-muted">Theme</legend>
          <div className="grid max-w-form grid-cols-3 gap-1 rounded-md bg-well p-1">
            {themes.map((name) => {
              const { label, word, icon: Icon } = themeButtons[name];
              return (
                <button
                  key={name}
                  type="button"
                  aria-label={label}
                  aria-pressed={theme === name}
                  onClick={() => choose(name)}
                  className="flex min-h-9 items-center justify-center gap-1.5 rounded-sm px-2 text-sm font-medium text-muted transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-lift"
                >
                  <Icon aria-hidden className="size-4" />
                  {word}
                </button>
              );
            })}
          </div>
        </>
      )}
    </CachedMarkup>
  );
}

/** The page has the theme already: a failure only means that other browsers do not get it. */
function saveTheme(theme: Theme) {
  const body = new URLSearchParams({ theme });
  fetch('/settings/theme', { method: 'post', body, keepalive: true }).catch(() => {});
}
