/** The flags with which `npm start` and the deployments start the server. */
export const processFlags = ['--max-semi-space-size=8'];
