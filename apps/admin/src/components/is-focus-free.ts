/**
 * Whether a late answer may move the focus: only if it is nowhere, or still where the answer belongs to. Otherwise it would be
 * taken from the field that is in use, and what is typed there would act as shortcuts.
 */
export const isFocusFree = (within?: Element | null): boolean =>
  document.activeElement === document.body || (within?.contains(document.activeElement) ?? false)
