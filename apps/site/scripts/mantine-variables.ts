import { MantineProvider } from '@mantine/core'
import { cssVariablesResolver, theme } from '@app/ui/theme'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const id = 'virtual:mantine-variables.css'

/**
 * The library's variables and the theme's, without the dark scheme: what its provider and its own style sheet would define. The
 * pages do not have them, only the parts that use the library.
 */
function variables(): string {
  const provider = createElement(MantineProvider, {
    theme,
    cssVariablesResolver,
    withGlobalClasses: false,
    deduplicateCssVariables: false,
  })
  const css = /<style[^>]*>(.*)<\/style>/s.exec(renderToStaticMarkup(provider))?.[1]
  if (!css) throw new Error('the library wrote no variables')
  return css.replaceAll(/:root\[[^\]]*="dark"\][^{]*\{[^}]*\}/g, '')
}

/** Provides the theme's variables as a style sheet, because a style element is not valid in the middle of a page. */
export const mantineVariables = (): Plugin => ({
  name: 'mantine-variables',
  resolveId: (source) => (source === id ? `\0${id}` : null),
  load: (source) => (source === `\0${id}` ? variables() : null),
})
