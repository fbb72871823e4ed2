/** Paper is white: who works in the dark prints in the light. */
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
