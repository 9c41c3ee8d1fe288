import { SunMoon } from 'lucide-react';
import { HeaderMenu } from './header-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The theme menu of visitors, who have no account menu. It is hidden without scripts, which it needs. */
export function ThemeMenu() {
  return (
    <div className="contents [@media(scripting:none)]:hidden">
      <HeaderMenu
        label="Theme"
        icon={<SunMoon aria-hidden className="size-5.5" />}
        className="w-11 justify-center"
      >
        <ThemeSwitch />
      </HeaderMenu>
    </div>
  );
}
