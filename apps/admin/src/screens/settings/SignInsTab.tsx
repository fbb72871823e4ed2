import { type SignInOutcome, useListSignIns } from '@app/api-client'
import { Button, NativeSelect } from '@mantine/core'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { outcomes, outcomeText } from '../../access/sign-in-display.ts'
import { SignInList } from '../../access/SignInList.tsx'
import { idIn, PersonFilter } from './PersonFilter.tsx'
import styles from './SignInsTab.module.css'

const pageSize = 50
const outcomeOptions = [
  { value: '', label: 'All outcomes' },
  ...outcomes.map((value) => ({ value, label: outcomeText(value) })),
]

export function SignInsTab() {
  const url = useUrlState()
  const staffId = idIn(url, 'person')
  const outcome = oneOf<SignInOutcome>(outcomes, url.get('outcome'))
  const signIns = useListSignIns(
    { ...pageOf(url, pageSize), ...(staffId && { staffId }), ...(outcome && { outcome }) },
    keepPage,
  )

  return (
    <>
      <div className={styles.bar}>
        <PersonFilter label="Person" url={url} />
        <NativeSelect
          label="Outcome"
          data={outcomeOptions}
          value={outcome ?? ''}
          onChange={(event) => url.set({ outcome: event.currentTarget.value, ...firstPage })}
        />
        <Button variant="default" loading={signIns.isFetching} onClick={() => void signIns.refetch()}>
          Refresh
        </Button>
      </div>
      <SignInList query={signIns} url={url} isFiltered={Boolean(staffId || outcome)} withPerson />
    </>
  )
}
