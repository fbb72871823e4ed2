import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/**
 * Shade 8 is the token itself, except for gold, where it is dark enough for white text. Tests check the contrast. Shades 3
 * and 4 of ink fill primary buttons in the dark scheme. With less chroma, they would look disabled.
 */
const ink: MantineColorsTuple = [
  '#f2f4f8',
  '#e1e6ef',
  '#bec8db',
  '#8fabf5',
  '#7894e2',
  '#5c709d',
  '#435884',
  '#2b3c63',
  '#14213d',
  '#0c1529',
]
const teal: MantineColorsTuple = [
  '#eaf6f4',
  '#d0ebe7',
  '#a1d7d0',
  '#6fc2b8',
  '#48aea3',
  '#2d9d91',
  '#1e8d81',
  '#188176',
  '#12766b',
  '#0c5a51',
]
const gold: MantineColorsTuple = [
  '#fdf6e9',
  '#f8e8cb',
  '#efd099',
  '#e5b765',
  '#d9a044',
  '#cb8d2e',
  '#b7791f',
  '#9f6718',
  '#8a5812',
  '#6d450d',
]
const red: MantineColorsTuple = [
  '#fdf0f1',
  '#f9d9dc',
  '#f1b3b8',
  '#eb8e95',
  '#e36b74',
  '#d64853',
  '#c5303d',
  '#b92733',
  '#ad1f2b',
  '#8a1620',
]
const gray: MantineColorsTuple = [
  '#f8f6f2',
  '#f1ede6',
  '#e4dccf',
  '#d3cabb',
  '#b5ac9e',
  '#8a8378',
  '#5b6172',
  '#474e60',
  '#2f374a',
  '#1c2438',
]
const dark: MantineColorsTuple = [
  '#e6eaf2',
  '#ccd3e1',
  '#a6b1c6',
  '#8793ac',
  '#3d4a66',
  '#2c3852',
  '#1e2940',
  '#121a2c',
  '#0d1423',
  '#080d18',
]

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.2,
  black: ink[8],
  white: '#ffffff',
  colors: { ink, teal, gold, red, gray, dark },
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '700', textWrap: 'balance' },
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Replaces Mantine's colors for body, dimmed, and error text, which fail WCAG AA contrast on our paper. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-8)',
    '--mantine-color-success': 'var(--mantine-color-teal-8)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-5)',
  },
  dark: {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-success': 'var(--mantine-color-teal-3)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-2)',
    // Text of delete buttons, which Mantine makes nearly white.
    '--mantine-color-red-light-color': 'var(--mantine-color-red-3)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-3)',
  },
})
