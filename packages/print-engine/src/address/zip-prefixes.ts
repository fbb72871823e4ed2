/**
 * The states of each three-digit ZIP Code prefix, from the USPS Domestic Mail Manual, labeling list L002 (3-digit ZIP
 * Code prefix matrix). Ranges include unassigned prefixes within a state's block. A prefix with ZIP Codes in several
 * states lists all of them, so that no valid address is rejected.
 */
const blocks = `
  005 NY|006-007 PR|008 VI|009 PR|010-027 MA|028-029 RI|030-038 NH|039-049 ME|050-054 VT|055 MA|056-059 VT|060-062 CT
  063 CT NY|064-069 CT|070-089 NJ|090-099 AE|100-149 NY|150-196 PA|197-199 DE|200 DC|201 VA|202-204 DC|205 DC MD VA
  206-219 MD|220-246 VA|247-268 WV|270-289 NC|290-299 SC|300-319 GA|320-339 FL|340 AA|341-349 FL|350-369 AL|370-385 TN|386-397 MS
  398-399 GA|400-427 KY|430-459 OH|460-479 IN|480-499 MI|500-528 IA|530-549 WI|550-567 MN|569 DC|570-577 SD|580-588 ND
  590-599 MT|600-629 IL|630-658 MO|660-679 KS|680-693 NE|700-714 LA|716-729 AR|730-732 OK|733 TX|734-738 OK|739 OK TX
  740-749 OK|750-799 TX|800-816 CO|820-831 WY|832-833 ID|834 ID WY|835-838 ID|840-847 UT|850-865 AZ|870-884 NM|885 TX|889-898 NV|900-961 CA
  962-966 AP|967 AS HI|968 HI|969 FM GU MH MP PW|970-979 OR|980-994 WA|995-999 AK`

const statesByPrefix = new Map<number, readonly string[]>()
for (const block of blocks.trim().split(/[|\n]/)) {
  const [range = '', ...states] = block.trim().split(' ')
  const [first = 0, last = first] = range.split('-').map(Number)
  for (let prefix = first; prefix <= last; prefix++) statesByPrefix.set(prefix, states)
}

/** The state codes of a ZIP Code. Empty if no ZIP Code has this prefix. */
export const statesOfZip = (zip: string): readonly string[] => statesByPrefix.get(Number(zip.slice(0, 3))) ?? []

/** Every state code that a ZIP Code can belong to: states, the District of Columbia, territories, and the military. */
export const postalStates: ReadonlySet<string> = new Set([...statesByPrefix.values()].flat())
