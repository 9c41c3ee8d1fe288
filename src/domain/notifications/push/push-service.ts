import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';

/** The VAPID keys of the site (RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Where a browser gets pushes, and the keys that encrypt for it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Push {
  target: PushTarget;
  keys: PushKeys;
  /** Names this site to the push service. */
  origin: string;
  /** What the browser gets, encrypted on the way. */
  payload: string;
  /** A later push of the same kind replaces one that a browser did not get yet. */
  kind: NotificationKind;
}

export type PushResult =
  | { outcome: 'accepted' }
  /** The browser does not want pushes any more. */
  | { outcome: 'gone' }
  /** Trying again is of no use. */
  | { outcome: 'refused'; detail: string }
  | { outcome: 'unavailable'; detail: string; retryAfterMs: number | null };

/** Sends pushes to the push services of browsers. */
export interface PushService {
  createKeys(): PushKeys;
  /** Whether an endpoint is an https URL without credentials that names no private IP address. */
  isAllowedEndpoint(endpoint: string): boolean;
  /** Never throws. It connects to public IP addresses only and follows no redirect. */
  send(push: Push): Promise<PushResult>;
}
