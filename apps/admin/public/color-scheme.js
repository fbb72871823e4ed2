// The choice stored by Mantine's color scheme manager. "auto" or nothing follows the system.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be blocked: follow the system.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = kept === 'dark' || kept === 'light' ? kept : system
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
