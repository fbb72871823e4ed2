import { createTheme } from '@mantine/core'

export const siteTheme = createTheme({})
