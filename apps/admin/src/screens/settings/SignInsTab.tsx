import { type SignInOutcome, useListSignIns, useListStaff } from '@app/api-client'
import { Button, NativeSelect } from '@mantine/core'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { outcomes, outcomeText } from '../account/sign-in-display.ts'
import { SignInList } from '../account/SignInList.tsx'
import styles from './SignInsTab.module.css'

const pageSize = 50
const outcomeOptions = [
  { value: '', label: 'All outcomes' },
  ...outcomes.map((value) => ({ value, label: outcomeText(value) })),
]

export function SignInsTab() {
  const url = useUrlState()
  const staff = useListStaff()
  const staffId = /^[\da-f-]{36}$/.exec(url.get('person') ?? '')?.[0]
  const outcome = oneOf<SignInOutcome>(outcomes, url.get('outcome'))
  const signIns = useListSignIns(
    { ...pageOf(url, pageSize), ...(staffId && { staffId }), ...(outcome && { outcome }) },
    keepPage,
  )
  const narrow = (changes: Record<string, string>) => url.set({ ...changes, ...firstPage })

  return (
    <>
      <div className={styles.bar}>
        <NativeSelect
          label="Person"
          data={[
            { value: '', label: 'Everybody' },
            ...(staff.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={staffId ?? ''}
          onChange={(event) => narrow({ person: event.currentTarget.value })}
        />
        <NativeSelect
          label="Outcome"
          data={outcomeOptions}
          value={outcome ?? ''}
          onChange={(event) => narrow({ outcome: event.currentTarget.value })}
        />
        <Button variant="default" loading={signIns.isFetching} onClick={() => void signIns.refetch()}>
          Refresh
        </Button>
      </div>
      <SignInList query={signIns} url={url} isFiltered={Boolean(staffId || outcome)} withPerson />
    </>
  )
}
