/** Texts by their titles, as the rows of a list. */
export const rowsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([title, text]) => ({ title, text }))
