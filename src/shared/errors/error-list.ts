/** Expected errors by code: the HTTP status, and the text that users read. */
export type ErrorList = Record<string, { status: number; text: string }>;
