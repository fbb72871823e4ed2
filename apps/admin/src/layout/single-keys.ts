import { useLocalStorage } from '@mantine/hooks'

/** Whether keys that are held with no other do something: who types by voice can turn them off (WCAG 2.1.4). */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'keyboard-shortcuts', defaultValue: true, getInitialValueInEffect: false })

/** Whether the key was meant for what it was pressed in. A checkbox takes none but the space bar. */
export const isTyped = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null)

/** `j` is one further and `k` one back, as in mail programs. */
export const stepOf = (key: string): 1 | -1 | undefined => ({ j: 1, k: -1 } as const)[key]
