/** The page of a group. */
export const groupPath = (id: string) => `/groups/${id}`;
