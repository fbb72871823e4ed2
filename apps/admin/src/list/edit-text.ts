const verbs = new Map([
  ['create', 'Created the'],
  ['update', 'Changed the'],
  ['delete', 'Deleted the'],
])

/** Describes an edit of a record that has this label, without its name. Undefined for any other action. */
export function editText(action: string, label: string): string | undefined {
  const verb = verbs.get(action)
  return verb && `${verb} ${label.toLowerCase()}`
}
