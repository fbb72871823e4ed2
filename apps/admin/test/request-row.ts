/** The row of a sample request in the table, for queries by role. Its text begins with the name of its checkbox. */
export const requestRow = (name: string) => ({ name: new RegExp(`^Select the request of ${name}`) })
