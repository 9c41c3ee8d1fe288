/** The path of a file that owners of a game download. */
export const downloadPath = (gameId: number, downloadId: string) =>
  `/game-info/${gameId}/downloads/${downloadId}`;

/** The path to which editors send a file of a game. */
export const downloadUploadPath = (gameId: number) => `/admin/games/${gameId}/downloads/files`;

/** The path to which editors send the zip of a web game. */
export const webGameUploadPath = (gameId: number) => `/admin/games/${gameId}/delivery/web-game`;

/** The URLs of `downloadUploadPath` and `webGameUploadPath`, and of the form with a file with games. */
export const downloadUploadUrl =
  /^\/admin\/games\/(?:\d+\/(?:downloads\/files|delivery\/web-game)|import(?:\.data)?)(?:\?|$)/;
