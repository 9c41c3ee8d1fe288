import { useRootData } from '#web/lib/root-data.ts';
import { Logo } from '#web/ui/logo.tsx';

/** The logo of the site, beside its name; that of the design if no admin has uploaded one. */
export function SiteLogo({ className = 'size-8' }: { className?: string }) {
  const logo = useRootData()?.site.logo;
  if (!logo) return <Logo className={className} />;
  return <img {...logo} alt={logo.alt} className={`shrink-0 rounded-md ${className}`} />;
}
