import { useListWaitingPieces, type WaitingPieces } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { countText, dayText, figure } from '../../components/format.ts'
import { Cell, Row } from '../../list/Row.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { keepPage, useUrlDialog } from '../../list/use-url-state.ts'
import { WholeList } from '../../list/WholeList.tsx'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import { useCanEdit } from '../../session/use-staff.ts'
import { CreateRunDialog } from './CreateRunDialog.tsx'
import { productionKeys } from './production-keys.ts'
import { kindText } from './run-display.ts'

const nameOf = ({ size, postalClass }: WaitingPieces): string => `${size} ${postalClass}`

/** Pieces that are not in a print run yet, by size and class. */
export function WaitingTab() {
  const canEdit = useCanEdit()
  const waiting = useListWaitingPieces(undefined, keepPage)
  const groups = waiting.data?.data
  const named = groups?.map((group) => ({ ...group, id: nameOf(group) }))
  // Stays open if a colleague takes the last pieces.
  const dialog = useUrlDialog('create', named)
  return (
    <>
      <div className={toolbar.bar}>
        <p className={rows.quiet}>
          Live pieces that have passed checks but aren’t in a print run yet. Pieces due soonest are printed first.
        </p>
        <RefreshButton keys={productionKeys} loadedAt={groups ? waiting.dataUpdatedAt : 0} />
      </div>
      <WholeList
        query={waiting}
        label="Waiting pieces"
        empty="No pieces are waiting"
        hint="Pieces that customers send with a live key appear here once their print files are checked."
        height={240}
      >
        {(group) => (
          <Group
            key={nameOf(group)}
            group={group}
            onCreate={canEdit && group.pieces > 0 ? () => dialog.open(nameOf(group)) : undefined}
          />
        )}
      </WholeList>
      {canEdit && dialog.record && <CreateRunDialog group={dialog.record} onClose={dialog.close} />}
    </>
  )
}

type GroupProps = { group: WaitingPieces; onCreate: (() => void) | undefined }

function Group({ group, onCreate }: GroupProps) {
  const { stock, pieces, late, oldestDueOn, later } = group
  const kind = kindText(group)
  return (
    <Row label={kind} columns="5fr 4fr 3fr 8rem">
      <Cell name={kind} note={stock} />
      <Cell
        name={countText(pieces, 'piece')}
        badges={late > 0 && <Badge color="red">{figure(late)} late</Badge>}
        note={later > 0 && `${figure(later)} not ready: still cancelable, or scheduled`}
      />
      <p className={rows.quiet}>{oldestDueOn ? `Oldest due ${dayText(oldestDueOn)}` : 'Nothing to print yet'}</p>
      <div className={rows.actions}>
        {onCreate && (
          <Button size="compact-sm" aria-label={`Create run of ${kind}`} onClick={onCreate}>
            Create run…
          </Button>
        )}
      </div>
    </Row>
  )
}
