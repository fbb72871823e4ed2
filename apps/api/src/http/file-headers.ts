/** Names a CSV file after what it holds and the day it was made, in this time zone. */
export const csvFileHeaders = (name: string, timeZone: string) => {
  // Swedes write days the way ISO 8601 does.
  const day = new Date().toLocaleDateString('sv-SE', { timeZone })
  return { 'Content-Disposition': `attachment; filename="${name}-${day}.csv"` }
}
