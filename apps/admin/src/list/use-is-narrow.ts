import { useMediaQuery } from '@mantine/hooks'

/** Whether this is a phone, which has no room for a table or a row of fields. Paper has. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('screen and (max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
