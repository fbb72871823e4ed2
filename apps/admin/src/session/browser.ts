/** What leads out of the app. An object, so that tests can watch it. */
export const browser = {
  /** A full navigation. */
  leaveFor: (url: string): void => window.location.assign(url),

  /** Saves what is at an address while it arrives, however long it is. */
  save(url: string): void {
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  },
}
