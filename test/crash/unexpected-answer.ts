/** The server sent a response that must never occur, even after a crash. */
export class UnexpectedAnswer extends Error {}
