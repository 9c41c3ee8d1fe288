import { Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Device } from '../describe-device.ts';

interface DeviceRowProps {
  device: Device;
  /** Whether the reader uses it. */
  isCurrent: boolean;
  /** What is known about it. */
  facts: ReactNode;
  /** The form that ends it. */
  children: ReactNode;
}

/** A browser of the player in a list. */
export function DeviceRow({ device, isCurrent, facts, children }: DeviceRowProps) {
  const Icon = device.isPhone ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {device.name}
          {isCurrent && (
            <span className="rounded-full bg-accent-wash px-2 text-sm text-accent-ink">
              This one
            </span>
          )}
        </p>
        <p className="text-sm text-muted">{facts}</p>
      </div>
      {!isCurrent && children}
    </li>
  );
}
