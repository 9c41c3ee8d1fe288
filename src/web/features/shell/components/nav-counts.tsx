import { Bell, type LucideIcon, MessageCircle } from 'lucide-react';
import { NavLink } from 'react-router';
import { usePartsOff } from '#web/lib/root-data.ts';
import { useUnreadCounts } from '#web/lib/use-unread-counts.ts';
import { CountBadge, formatCount } from '#web/ui/count-badge.tsx';

/** The links to notifications and messages with their unread counts. */
export function NavCounts({ className = '' }: { className?: string }) {
  const { notices, messages } = useUnreadCounts();
  const off = usePartsOff();
  return (
    <ul className={`flex items-center gap-1 ${className}`}>
      <CountLink to="/profile/notification" label="Notifications" icon={Bell} count={notices} />
      {!off.chat && (
        <CountLink to="/messages" label="Messages" icon={MessageCircle} count={messages} />
      )}
    </ul>
  );
}

interface CountLinkProps {
  to: string;
  label: string;
  icon: LucideIcon;
  count: number;
}

function CountLink({ to, label, icon: Icon, count }: CountLinkProps) {
  const name = count > 0 ? `${label}, ${formatCount(count)} unread` : label;
  return (
    <li>
      <NavLink
        to={to}
        prefetch="intent"
        aria-label={name}
        title={label}
        className="relative grid size-11 place-items-center rounded-md text-muted transition-colors hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-ink"
      >
        <Icon aria-hidden className="size-5.5" />
        {count > 0 && (
          <CountBadge count={count} className="absolute top-0.5 left-7 ring-2 ring-canvas" />
        )}
      </NavLink>
    </li>
  );
}
