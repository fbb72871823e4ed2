import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is a phone's, too narrow for a table or a row of fields. Paper is not. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('screen and (max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
