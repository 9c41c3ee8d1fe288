import { SunMoon } from 'lucide-react';
import { BarMenu } from './header-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The choice of theme for visitors, who have no other menu. Only scripts can choose. */
export function ThemeMenu() {
  return (
    <div className="contents [@media(scripting:none)]:hidden">
      <BarMenu
        label="Theme"
        icon={<SunMoon aria-hidden className="size-5.5" />}
        className="w-11 justify-center"
      >
        <ThemeSwitch />
      </BarMenu>
    </div>
  );
}
