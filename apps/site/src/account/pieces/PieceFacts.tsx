import type { Piece } from '@app/api-client'
import { CopyButton } from '../../components/CopyButton.tsx'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import area from '../area/Area.module.css'
import controls from '../area/Controls.module.css'
import { formatDay, Time } from '../area/Time.tsx'
import { chargeText, kindText, priceText } from './piece-display.ts'

export function PieceFacts({ piece }: { piece: Piece }) {
  const { Id, To, Price, SendOn, TrackingUrl, CreatedAt, Metadata, Test, Mode } = piece
  const metadata = Object.entries(Metadata)
  const isTestPriced = Mode === 'test' && Price !== null && chargeText(piece) === priceText(Price)
  return (
    <dl className={area.facts}>
      <dt>ID</dt>
      <dd>
        <code>{Id}</code>{' '}
        <CopyButton text={Id} className={controls.small}>
          Copy
        </CopyButton>
      </dd>
      <dt>Kind</dt>
      <dd>{kindText(piece)}</dd>
      <dt>To</dt>
      <dd>{To ? `${To.Name}, ${To.City}, ${To.State} ${To.Zip}` : 'The name and address were deleted.'}</dd>
      <dt>Price</dt>
      <dd>
        {chargeText(piece)}
        {isTestPriced && ', not charged'}
      </dd>
      <dt>Created</dt>
      <dd>
        <Time at={CreatedAt} />
      </dd>
      <dt>Send on</dt>
      <dd>{formatDay(SendOn)}</dd>
      <dt>Public page</dt>
      <dd>
        <ExternalLink href={TrackingUrl}>Track this piece</ExternalLink>{' '}
        <CopyButton text={TrackingUrl} className={controls.small}>
          Copy Link
        </CopyButton>
      </dd>
      {Test && (
        <>
          <dt>Simulation</dt>
          <dd>
            Outcome <code>{Test.Outcome}</code>, seed {Test.Seed},{' '}
            {Test.Pace === 'fast' ? 'fast' : 'as slow as live mail'}
          </dd>
        </>
      )}
      {metadata.map(([name, value]) => (
        <Entry key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

const Entry = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>
      <code>{name}</code>
    </dt>
    <dd>{value}</dd>
  </>
)
