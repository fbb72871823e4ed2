import { useState } from 'react'

/**
 * The record that the address names for editing. It stays what it is when somebody else deletes it in the meantime: what
 * was typed must not disappear with it.
 */
export function useEdited<Item extends { id: string }>(
  shown: readonly Item[] | undefined,
  id: string | undefined,
): Item | undefined {
  const found = shown?.find((item) => item.id === id)
  const [known, setKnown] = useState<Item>()
  if (found && known?.id !== found.id) setKnown(found)
  return found ?? (known?.id === id ? known : undefined)
}
