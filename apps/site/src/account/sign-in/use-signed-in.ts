import { announce } from '@app/ui/session-channel'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { accountClient } from '../area/account-client.ts'
import { memberChannel } from '../area/member.ts'
import { returnAddress } from '../area/return-address.ts'

/** After a sign-in, opens the screen that required it. */
export function useSignedIn() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const address = returnAddress(params)
  const proceed = useCallback(() => {
    accountClient.clear()
    void navigate(address, { replace: true })
  }, [navigate, address])
  return {
    /** Also called after a sign-in in another tab. */
    proceed,
    succeed: () => {
      announce(memberChannel, 'signed in')
      proceed()
    },
  }
}
