import { useState } from 'react'

/**
 * The record named in the URL for editing. It stays the same when someone else deletes it, so that the user's text
 * doesn't disappear with it.
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

/**
 * True if the record named in the URL is not on the shown page: others may have changed the list while the user signed in
 * again.
 */
export const isElsewhere = (shown: readonly { id: string }[] | undefined, id: string | undefined): boolean =>
  id !== undefined && id !== 'new' && shown !== undefined && shown.every((listed) => listed.id !== id)
