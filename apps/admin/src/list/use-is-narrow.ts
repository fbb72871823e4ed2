import { useMediaQuery } from '@mantine/hooks'

/** True if the screen is as narrow as a phone's, without room for a table or a row of fields. False in print. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('screen and (max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
