/** The hosts share a label below `localhost`, so browsers treat them as one site and send the cookie between them. */
export const hostNames = { site: 'www.mail.localhost', admin: 'staff.mail.localhost', api: 'api.mail.localhost' }

/** Origins of the three hosts, all on one TLS port. */
export const addressesAt = (port: number) => ({
  site: `https://${hostNames.site}:${port}`,
  adminOrigin: `https://${hostNames.admin}:${port}`,
  admin: `https://${hostNames.admin}:${port}/admin`,
  api: `https://${hostNames.api}:${port}`,
})

export type Addresses = ReturnType<typeof addressesAt>
