import { z } from 'zod';
import { pushConstants, pushKeyLengths } from '../../constants/notifications/push.ts';

/** What a browser says of its subscription. The endpoint is checked again when it is used. */
export const pushSubscriptionForm = z.object({
  endpoint: z
    .string()
    .max(pushConstants.endpointMax)
    .regex(/^https:\/\/[\x21-\x7e]+$/),
  // An uncompressed point begins with the byte 4.
  p256dh: z
    .string()
    .length(pushKeyLengths.p256dh)
    .regex(/^B[\w-]+$/),
  auth: z
    .string()
    .length(pushKeyLengths.auth)
    .regex(/^[\w-]+$/),
});

/** The browser in which a form ends pushes. */
export const removedBrowserForm = z.object({ subscriptionId: z.uuid() });
