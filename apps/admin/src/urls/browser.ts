/** Navigation out of the app. Members of an object, so that tests can replace them. */
export const browser = {
  /** A full page load. */
  leaveFor: (url: string): void => window.location.assign(url),

  /** Downloads a URL to a file. The browser streams it, regardless of its size. */
  save(url: string): void {
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  },

  /** Saves content that the app has made as a file. */
  saveFile(content: Blob, name: string): void {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = name
    link.click()
    // Revoked later, because the browser starts to read it only after this task.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  },
}
