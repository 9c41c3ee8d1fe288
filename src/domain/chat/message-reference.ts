const reference = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([1-9]\d{0,8})$/i;

/** The conversation and the number of a reference `conversation.number`; null if it is not one. */
export function parseMessageReference(
  thing: string,
): { conversationId: string; number: number } | null {
  const [, conversationId, digits] = reference.exec(thing) ?? [];
  if (conversationId === undefined) return null;
  return { conversationId: conversationId.toLowerCase(), number: Number(digits) };
}
