import { countText, figure } from '../../components/format.ts'
import { type Renderer, useListRenderers } from '@app/api-client'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { StateText } from '../../components/StateText.tsx'
import { Instant } from '../../components/Instant.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'

const renderersText = (count: number) =>
  count === 1 ? 'One renderer is running' : `${figure(count)} renderers are running`

type Props = {
  /** The number of proofs waiting for a renderer. */
  waiting: number
  /** Shown next to the state. */
  action: ReactNode
}

/** The running renderers, and whether they are isolated. */
export function RendererList({ waiting, action }: Props) {
  const query = useListRenderers()
  const renderers = query.data?.data
  return (
    <>
      <Group justify="space-between">
        {renderers ? <RendererState renderers={renderers} waiting={waiting} /> : <div />}
        {action}
      </Group>
      <WholeList query={query} label="Renderers" height={60}>
        {(renderer) => <RendererRow key={renderer.id} renderer={renderer} />}
      </WholeList>
    </>
  )
}

function RendererState({ renderers, waiting }: { renderers: Renderer[]; waiting: number }) {
  if (renderers.length === 0) {
    return (
      <StateText tone={waiting > 0 ? 'failed' : 'waiting'} title="No renderer is running">
        {waiting > 0
          ? 'New proofs are rejected. Waiting proofs are rendered once a renderer starts.'
          : 'With npm start, one starts with the next proof. Otherwise, proofs are rejected until you start one.'}
      </StateText>
    )
  }
  const isUnconfined = renderers.some(({ confinement }) => confinement === 'none')
  return (
    <StateText tone={isUnconfined ? 'waiting' : 'done'} title={renderersText(renderers.length)}>
      {isUnconfined
        ? 'Some are not isolated and only render built-in templates.'
        : 'Sandboxed, without network access.'}
    </StateText>
  )
}

const RendererRow = ({ renderer }: { renderer: Renderer }) => {
  const { version, confinement, reason, inWork, runFiles, startedAt, seenAt } = renderer
  return (
    <Row columns="1fr 1fr 1fr">
      <p>
        {confinement === 'isolated' ? 'Isolated' : 'Not isolated'}
        {reason && <span className={rows.quiet}> {reason}</span>}
      </p>
      <p className={rows.quiet}>
        Node.js {version} · {countText(inWork, 'proof')}
        {runFiles > 0 && ` and ${countText(runFiles, 'file')} of print runs`} in progress
      </p>
      <p className={rows.quiet}>
        Started <Instant at={startedAt} /> · seen <Instant at={seenAt} />
      </p>
    </Row>
  )
}
