import { useListSignIns } from '@app/api-client'
import { Button } from '@mantine/core'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { keepPage, pageOf } from '../../list/paging.ts'
import { useUrlState, valueOf } from '../../list/use-url-state.ts'
import { outcomes, outcomeText } from '../../access/sign-in-display.ts'
import { SignInList } from '../../access/SignInList.tsx'
import { idIn, PersonFilter } from './PersonFilter.tsx'
import styles from './SignInsTab.module.css'

const options = outcomes.map((value) => ({ value, label: outcomeText(value) }))

export function SignInsTab() {
  const url = useUrlState()
  const staffId = idIn(url, 'person')
  const outcome = valueOf(options, url.get('outcome'))
  const signIns = useListSignIns({ ...pageOf(url), ...(staffId && { staffId }), ...(outcome && { outcome }) }, keepPage)

  return (
    <>
      <div className={styles.bar}>
        <PersonFilter label="Person" url={url} />
        <FilterSelect url={url} name="outcome" label="Outcome" all="All outcomes" options={options} />
        <Button variant="default" loading={signIns.isFetching} onClick={() => void signIns.refetch()}>
          Refresh
        </Button>
      </div>
      <SignInList query={signIns} url={url} isFiltered={Boolean(staffId || outcome)} withPerson />
    </>
  )
}
