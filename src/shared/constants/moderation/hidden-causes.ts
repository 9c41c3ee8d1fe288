/**
 * Why a text or picture is hidden: a moderator hid it, or it is new and waits until a moderator approves it.
 */
export const hiddenCauses = ['moderator', 'approval'] as const;
export type HiddenCause = (typeof hiddenCauses)[number];
