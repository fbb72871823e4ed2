// Plain data without imports, shared with the end-to-end tests and the tools.

/** The path of the app. The paths of the screens are below it. */
export const basePath = '/admin'

/** The page's title and metadata. */
export interface ScreenMeta {
  title: string
  description: string
  keywords: string
}

/** A command of the palette next to "Go to …": a view of the screen or an action. */
export interface ScreenCommand {
  label: string
  /** Extra search terms. */
  words?: string
  /** The query that opens it. */
  search: string
  /** The lowest role that can use it. Absent if all roles can. */
  role?: 'editor' | 'owner'
}

export interface ScreenRoute extends ScreenMeta {
  /** Below `basePath`, without parameters: the state of a screen is in its query. */
  path: string
  /**
   * The lowest role that can open it. Absent if all roles can. The API enforces the same role, so this only avoids
   * rejected calls.
   */
  role?: 'editor' | 'owner'
  /** A view of open work, with a count in the navigation. */
  pending?: { label: string; search: string; counts: 'sample_requests' | 'inbox' }
  /** Path data of an SVG line drawing, 20 by 20. */
  icon: string
  /** The key that opens it after `g`. */
  shortcut: string
  commands: readonly ScreenCommand[]
  /** Text that end-to-end tests wait for, on an empty database, to see that the screen has loaded. */
  visit: string
}

/** All screens of the app. Navigation, router, shortcuts, help, palette, and end-to-end visits come from these rows. */
export const routes = {
  dashboard: {
    path: '/',
    title: 'Dashboard',
    description: 'Demo requests, conversion rate, and pipeline value at a glance.',
    keywords: 'dashboard, leads, conversion rate, pipeline value',
    icon: 'M4 16.5V9.5M10 16.5v-13M16 16.5v-5',
    shortcut: 'd',
    commands: [
      { label: 'Leads that failed to sync', search: '?status=sync_failed' },
      { label: 'New leads', search: '?status=new' },
      { label: 'Spam leads', words: 'bots honeypot', search: '?view=spam' },
      { label: 'Converted leads', words: 'converted conversion', search: '?converted=true' },
      { label: 'Chart by day and page', words: 'statistics', search: '?chart=leads' },
    ],
    visit: 'No leads found',
  },
  leads: {
    path: '/leads',
    title: 'Leads',
    description: 'Every demo request, with its owner, stage, and next step.',
    keywords: 'leads, owner, stage, next step, notes, views',
    icon: 'M3 5h14M3 10h9M3 15h6M14.5 12v5M12 14.5h5',
    shortcut: 'l',
    commands: [
      { label: 'My leads', words: 'mine owner', search: '?owner=me' },
      { label: 'Unassigned leads', words: 'unassigned owner', search: '?owner=none' },
      { label: 'Leads due today or overdue', words: 'next step', search: '?due=overdue,today&order=due' },
      { label: 'Won leads', words: 'stage', search: '?stage=won' },
      { label: 'Import leads', words: 'CSV file', search: '?import=new', role: 'editor' },
    ],
    visit: 'No leads found',
  },
  campaigns: {
    path: '/campaigns',
    title: 'Campaigns',
    description: 'Leads by source, campaign, printed piece, stage, and owner, and the short links on printed pieces.',
    keywords: 'campaigns, attribution, sources, QR codes, scans',
    icon: 'M3 8.5v3h3l7 4v-11l-7 4zM15.5 7.5a3.5 3.5 0 0 1 0 5M6 11.5l1.5 5H10l-1.3-3.9',
    shortcut: 'c',
    commands: [
      { label: 'Leads by campaign', words: 'attribution report UTM', search: '?by=campaign' },
      { label: 'Leads by printed piece', words: 'attribution report QR mail', search: '?by=piece' },
      { label: 'Pipeline report', words: 'funnel stages losses owners first reply time', search: '?tab=pipeline' },
      { label: 'Campaign links and QR codes', words: 'short link scans', search: '?tab=links' },
      { label: 'New campaign link', words: 'QR code short link', search: '?tab=links&edit=new', role: 'editor' },
    ],
    visit: 'No leads in this period',
  },
  notifications: {
    path: '/notifications',
    title: 'Notifications',
    description: 'Your notifications, the rules behind them, and reply templates.',
    keywords: 'notifications, inbox, rules, email, digest, reply templates',
    pending: { label: 'Inbox', search: '?unread=true', counts: 'inbox' },
    icon: 'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-2 5.5-2 5.5h13s-2-1.5-2-5.5A4.5 4.5 0 0 0 10 3zM8 16a2 2 0 0 0 4 0',
    shortcut: 'n',
    commands: [
      { label: 'Unread notifications', words: 'inbox', search: '?unread=true' },
      { label: 'Notification rules', words: 'email digest Slack webhook', search: '?tab=rules' },
      { label: 'Reply templates', words: 'email answer merge fields', search: '?tab=replies' },
    ],
    visit: 'No notifications yet',
  },
  samples: {
    path: '/samples',
    title: 'Sample Management',
    description: 'The postcards and letters that visitors can order as samples.',
    keywords: 'samples, sample templates, postcards, letters',
    pending: { label: 'Requests', search: '?tab=requests&processed=false', counts: 'sample_requests' },
    icon: 'M2.5 5h15v10h-15zM2.5 5.5 10 11l7.5-5.5',
    shortcut: 's',
    commands: [
      { label: 'Sample requests', search: '?tab=requests' },
      { label: 'Pending sample requests', search: '?tab=requests&processed=false' },
      { label: 'Spam sample requests', words: 'bots honeypot', search: '?tab=requests&view=spam' },
      {
        label: 'Print labels and packing slips',
        words: 'Avery 5160 4x6 address pdf',
        search: '?tab=requests&processed=false',
      },
      { label: 'Add a sample template', search: '?edit=new', role: 'editor' },
    ],
    visit: 'No sample templates yet',
  },
  pricing: {
    path: '/pricing',
    title: 'Pricing Management',
    description: 'The products and prices shown on the site.',
    keywords: 'pricing, products, postcards, letters',
    icon: 'M3 3h6.5l7.5 7.5-6.5 6.5L3 9.5zM6.5 6.5h.01',
    shortcut: 'p',
    commands: [
      { label: 'Price audit log', search: '?tab=audit' },
      { label: 'Add a pricing product', search: '?edit=new', role: 'editor' },
    ],
    visit: 'No pricing products yet',
  },
  accounts: {
    path: '/accounts',
    title: 'Customer Accounts',
    description: 'The customers who send mail with the API: members, keys, spend, and pieces.',
    keywords: 'customers, accounts, members, keys, pieces, statements',
    icon: 'M4 17V3.5h7V17M11 8h5v9M2.5 17h15M6.5 6.5h2M6.5 9.5h2M6.5 12.5h2',
    shortcut: 'm',
    commands: [
      { label: 'Suspended accounts', words: 'customers', search: '?suspended=true' },
      { label: 'Open a customer account', words: 'new customer', search: '?edit=new', role: 'editor' },
    ],
    visit: 'No customer accounts yet',
  },
  print: {
    path: '/print',
    title: 'Print',
    description: 'Proofs made with the print API, the renderers, open print runs, and developers’ sandbox keys.',
    keywords: 'print, proofs, renderers, sandbox keys',
    icon: 'M6 7V3h8v4M6 14H3V7h14v7h-3M6 11.5h8V17H6z',
    shortcut: 'r',
    commands: [
      { label: 'Developer sandbox keys', words: 'print API revoke', search: '?tab=keys' },
      { label: 'Active sandbox keys', words: 'print API active revoke', search: '?tab=keys&state=active' },
      { label: 'Renderers and proof queue', words: 'print API Chromium', search: '' },
    ],
    visit: 'No proofs in this period',
  },
  production: {
    path: '/production',
    title: 'Production',
    description: 'Pieces waiting to be printed, print runs with their files, and scans by the Postal Service.',
    keywords: 'production, print runs, manifest, job ticket, tracking, scans',
    icon: 'M3 4.5h14M3 4.5v9h5M17 4.5v4M10.5 11.5h7v5h-7zM12.5 14h3',
    shortcut: 'u',
    commands: [
      { label: 'Pieces waiting for production', words: 'late due press', search: '' },
      { label: 'Print runs', words: 'files manifest job ticket mailed', search: '?tab=runs' },
      { label: 'Print runs that are ready to print', words: 'press files', search: '?tab=runs&status=ready' },
      { label: 'Scan imports', words: 'tracking USPS Informed Visibility', search: '?tab=tracking' },
      { label: 'Import scans', words: 'CSV tracking USPS', search: '?tab=tracking&import=new', role: 'editor' },
    ],
    visit: 'No pieces are waiting',
  },
  settings: {
    path: '/settings',
    title: 'Settings',
    description: 'Staff accounts, the CRM connection, and sign-ins.',
    keywords: 'settings, staff, roles, CRM, sign-ins',
    role: 'owner',
    icon: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
    shortcut: 'o',
    commands: [
      { label: 'Invite a colleague', words: 'invitation account staff', search: '?edit=new', role: 'owner' },
      { label: 'Open invitations', words: 'invited staff', search: '', role: 'owner' },
      { label: 'CRM connection', words: 'Pipedrive sync pause', search: '?tab=crm', role: 'owner' },
      {
        label: 'Messages, Slack channels, and webhooks',
        words: 'email mail log round robin',
        search: '?tab=messages',
        role: 'owner',
      },
      { label: 'All sign-ins', words: 'history security', search: '?tab=sign-ins', role: 'owner' },
    ],
    visit: 'No open invitations',
  },
  account: {
    path: '/account',
    title: 'Your Account',
    description: 'Your role, sessions, and recent sign-ins.',
    keywords: 'account, role, sign-ins',
    icon: 'M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3.5 17c.8-3 3.2-4.5 6.5-4.5s5.7 1.5 6.5 4.5',
    shortcut: 'a',
    commands: [],
    visit: 'Your sign-ins',
  },
} as const satisfies Record<string, ScreenRoute>

export type ScreenName = keyof typeof routes

/** The rows as a list, in the order of the navigation. */
export const screenRoutes: readonly ScreenRoute[] = Object.values(routes)

/** The text of links to a screen, in the palette and in the help. */
export const goToText = ({ title }: ScreenRoute): string => `Go to ${title}`

/** Paths match case-insensitively, with or without a trailing slash. This is the form to compare and publish. */
export const canonicalPath = (pathname: string): string => pathname.replace(/\/$/, '').toLowerCase()

/** The URL path of a screen. */
export const addressOf = ({ path }: ScreenRoute): string => canonicalPath(`${basePath}${path}`)

export const notFoundMeta: ScreenMeta = {
  title: 'Oops! Page Not Found',
  description: 'There is no screen at this URL.',
  keywords: 'not found',
}
