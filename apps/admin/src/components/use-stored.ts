import { useLocalStorage } from '@mantine/hooks'

/** A setting that this browser remembers. Other tabs follow the change. */
export const useStored = <Value>(key: string, defaultValue: Value) =>
  useLocalStorage({ key, defaultValue, getInitialValueInEffect: false })
