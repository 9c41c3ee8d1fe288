import { canvas } from '#shared/constants/theme-colors.ts';
import { useTheme } from '#web/lib/theme.ts';

/** What a browser paints its own bars with: the canvas of the theme, by the system's until one is chosen. */
export function ThemeColor() {
  const [theme] = useTheme();
  if (theme !== 'system') return <meta name="theme-color" content={canvas[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={canvas.dark} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={canvas.light} />
    </>
  );
}
