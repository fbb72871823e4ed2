/** Leaving the app is a full navigation. An object, so that tests can watch it. */
export const browser = {
  leaveFor: (url: string): void => window.location.assign(url),
}
