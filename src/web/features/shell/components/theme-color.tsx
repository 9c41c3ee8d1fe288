import { canvasColors } from '#shared/constants/site/theme-colors.ts';
import { useTheme } from '#web/lib/appearance.ts';

/** The colour of the browser's own bars: the background of the chosen theme, otherwise of the system's theme. */
export function ThemeColor() {
  const [theme] = useTheme();
  if (theme !== 'system') return <meta name="theme-color" content={canvasColors[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={canvasColors.dark} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={canvasColors.light} />
    </>
  );
}
