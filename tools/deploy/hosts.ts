/** One label above `localhost`, so that browsers count the three hosts as one site and send the cookie along. */
export const hostNames = { site: 'www.mail.localhost', admin: 'staff.mail.localhost', api: 'api.mail.localhost' }

/** Addresses of the three front doors, all on one TLS port. */
export const addressesAt = (port: number) => ({
  site: `https://${hostNames.site}:${port}`,
  adminOrigin: `https://${hostNames.admin}:${port}`,
  admin: `https://${hostNames.admin}:${port}/admin`,
  api: `https://${hostNames.api}:${port}`,
})

export type Addresses = ReturnType<typeof addressesAt>
