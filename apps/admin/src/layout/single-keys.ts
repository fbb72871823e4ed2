import { useLocalStorage } from '@mantine/hooks'

/** Whether single-key shortcuts are on. People who use speech input can turn them off (WCAG 2.1.4). */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'keyboard-shortcuts', defaultValue: true, getInitialValueInEffect: false })

/** Whether the key is input for the focused element. Checkboxes and radio buttons only use the space bar and the arrow keys. */
export const isTyped = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]') !== null)

/** `j` is the next and `k` the previous one, as in mail programs. */
export const stepOf = (key: string): 1 | -1 | undefined => ({ j: 1, k: -1 } as const)[key]
