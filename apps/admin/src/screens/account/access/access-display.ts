import type { StaffSession } from '@app/api-client'

export const browserText = ({ browser }: Pick<StaffSession, 'browser'>): string => browser ?? 'Unknown browser'
