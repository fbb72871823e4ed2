import { brand } from '@app/brand'
import { apiOrigin } from './api-origin.ts'

/** A page of the public site, which stands beside this app where one origin serves everything. */
export const siteUrl = (path: string): string => (apiOrigin ? brand.siteOrigin : '') + path
