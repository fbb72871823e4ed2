// All tabs of this browser share one session: a call from one of them extends it for all.
const key = 'session-used-at'

/** The server answered a call, which extends the session from now. */
export const noteUse = (): void => localStorage.setItem(key, String(Date.now()))

/** When this browser last used the session. */
export const lastUse = (): number => Number(localStorage.getItem(key)) || Date.now()
