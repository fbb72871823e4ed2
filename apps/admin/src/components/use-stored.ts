import { useLocalStorage } from '@mantine/hooks'

/** A setting stored in this browser. Other tabs follow the change. */
export const useStored = <Value>(key: string, defaultValue: Value) =>
  useLocalStorage({ key, defaultValue, getInitialValueInEffect: false })
