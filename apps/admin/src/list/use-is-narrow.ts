import { useMediaQuery } from '@mantine/hooks'

/** A phone: no room for a table, nor for a row of fields. On paper there is. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('screen and (max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
