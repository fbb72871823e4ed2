import type { RelatedLead } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../components/Confirm.tsx'
import { fullName } from '../people/full-name.ts'
import { useMerge } from './use-merge.ts'

type Props = { leadId: string; other: RelatedLead; onClose: () => void }

/** Lets the user choose which of two leads stays, and explains whose values win. */
export function MergeQuestion({ leadId, other, onClose }: Props) {
  const [kept, keep] = useState(leadId)
  const { merge } = useMerge(kept)
  return (
    <Confirm
      title="Merge leads?"
      action="Merge"
      color="ink"
      onConfirm={() => {
        merge(kept === leadId ? other.id : leadId)
        onClose()
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="Lead to keep"
        data={[
          { value: leadId, label: 'The lead that is open' },
          { value: other.id, label: fullName(other) || other.email },
        ]}
        value={kept}
        onChange={(event) => keep(event.currentTarget.value)}
      />
      <p>
        The lead you keep also gets the other one’s timeline. Its own values win: it takes the other one’s owner, stage,
        and next step only where it has none. You can undo the merge at any time.
      </p>
    </Confirm>
  )
}
