/** The ways out of the app. They are members of an object so that tests can replace them. */
export const browser = {
  /** A full navigation. */
  leaveFor: (url: string): void => window.location.assign(url),

  /** Downloads a URL to a file. The browser streams it, however large it is. */
  save(url: string): void {
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  },
}
