/** The account that the setup creates. */
export const staff = { email: 'ada@example.com', password: 'unlikely-rooster-47' }
