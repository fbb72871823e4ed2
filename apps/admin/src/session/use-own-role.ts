import { getGetCurrentUserQueryKey } from '@app/api-client'
import { showSuccess } from '@app/ui/notify'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { statusOf } from '../components/Notices.tsx'
import { useStaff } from './use-staff.ts'
import { watchCalls } from './watch-calls.ts'

/**
 * Follows role changes that an owner makes to the signed-in account. A live event announces them. If it was missed, the
 * first call that the new role forbids reveals the change.
 */
export function useOwnRole(): void {
  const queryClient = useQueryClient()
  const role = useStaff()?.role
  const known = useRef(role)

  useEffect(() => {
    if (known.current && role && role !== known.current) {
      const article = role === 'viewer' ? 'a' : 'an'
      showSuccess({ title: 'Your role has changed', message: `You’re now ${article} ${role}.` })
    }
    known.current = role
  }, [role])

  useEffect(() => {
    const askAgain = (error: Error | null) => {
      if (!error || statusOf(error) !== 403) return
      void queryClient.invalidateQueries({ queryKey: getGetCurrentUserQueryKey() })
    }
    return watchCalls(queryClient, 'error', askAgain)
  }, [queryClient])
}
