/** Prints in the light scheme, regardless of the screen's scheme: paper is white. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  let scheme: string | undefined
  window.addEventListener('beforeprint', () => {
    scheme = dataset['mantineColorScheme']
    dataset['mantineColorScheme'] = 'light'
  })
  window.addEventListener('afterprint', () => {
    if (scheme) dataset['mantineColorScheme'] = scheme
  })
}
