import { MantineProvider } from '@mantine/core'
import { cssVariablesResolver, theme } from '@app/ui/theme'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const id = 'virtual:mantine-variables.css'

/** What the library's provider writes about the theme into a style element, without the dark scheme, which the site lacks. */
function variables(): string {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver, withGlobalClasses: false })
  const css = /<style[^>]*>(.*)<\/style>/s.exec(renderToStaticMarkup(provider))?.[1]
  if (!css) throw new Error('the library wrote no variables')
  return css.replaceAll(/:root\[[^\]]*="dark"\][^{]*\{[^}]*\}/g, '')
}

/** Offers the theme's variables as a style sheet: a style element may not stand in the middle of a page. */
export const mantineVariables = (): Plugin => ({
  name: 'mantine-variables',
  resolveId: (source) => (source === id ? `\0${id}` : null),
  load: (source) => (source === `\0${id}` ? variables() : null),
})
