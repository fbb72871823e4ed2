import { lazyPart } from '../list/lazy-part.tsx'

/** Leads in spam, whose code loads when they are first opened. */
export const LazySpamLeads = lazyPart(async () => (await import('./SpamLeads.tsx')).SpamLeads)
