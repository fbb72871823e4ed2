/** Names a CSV file after its content and the day of the export, in this time zone. */
export const csvFileHeaders = (name: string, timeZone: string) => {
  // The Swedish date format is the one of ISO 8601.
  const day = new Date().toLocaleDateString('sv-SE', { timeZone })
  return { 'Content-Disposition': `attachment; filename="${name}-${day}.csv"` }
}
