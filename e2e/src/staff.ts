/** The account that the set-up makes. */
export const staff = { email: 'ada@example.com', password: 'unlikely-rooster-47' }
