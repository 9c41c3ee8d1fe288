/** The page that the service worker shows when the network is down. */
export const offlinePath = '/offline';

/** The path to which a system sends a picture that somebody shares with the installed application. */
export const sharedPicturePath = '/community/camera/share';

/** What the page with the form asks the service worker for; the answer is the file, or null. */
export const takeSharedPicture = 'take-shared-picture';
