/** The path of a file that owners of a game download. */
export const downloadPath = (gameId: number, downloadId: string) =>
  `/game-info/${gameId}/downloads/${downloadId}`;

/** The path to which editors send a file of a game. */
export const downloadUploadPath = (gameId: number) => `/admin/games/${gameId}/downloads/files`;

/** The URLs of `downloadUploadPath`. */
export const downloadUploadUrl = /^\/admin\/games\/\d+\/downloads\/files(?:\?|$)/;
