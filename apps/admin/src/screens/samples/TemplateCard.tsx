import { deleteSampleTemplate, type SampleTemplate } from '@app/api-client'
import { labelOf } from '@app/labels'
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { ChangedBy } from '../../components/ChangedBy.tsx'
import { Instant } from '../../components/Instant.tsx'
import { AskButton } from '../../edit/AskButton.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { templateTypeLabels } from './template-form.ts'
import styles from './TemplateCard.module.css'

type Props = { template: SampleTemplate; canEdit: boolean; onEdit: () => void }

export function TemplateCard({ template, canEdit, onEdit }: Props) {
  const [side, setSide] = useState<Side>('front')
  const other: Side = side === 'front' ? 'back' : 'front'
  const { id, name, type, description, active, createdAt, changedAt, changedBy } = template

  return (
    <li className={styles.card} aria-labelledby={`template-${id}`} id={id} tabIndex={-1}>
      <TemplatePiece template={template} side={side} />
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={`template-${id}`} className={styles.name} dir="auto" title={name}>
            {name}
          </h2>
          <Badge color={active ? 'teal' : 'gray'} variant={active ? 'filled' : 'default'}>
            {active ? 'Active' : 'Inactive'}
          </Badge>
        </div>
        <p className={styles.facts}>
          {labelOf(templateTypeLabels, type)} · <Instant at={createdAt} />
          <ChangedBy at={changedAt} by={changedBy} />
        </p>
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        <div className={styles.buttons}>
          <RowButton text={`Show ${other}`} label={`Show ${other} of ${name}`} onClick={() => setSide(other)} />
          {canEdit && (
            <>
              <RowButton text="Edit" label={`Edit ${name}`} onClick={onEdit} />
              <AskButton
                label={`Delete ${name}`}
                look={{ variant: 'subtle', color: 'red' }}
                title="Delete template"
                action="Delete"
                kind="sample_templates"
                what="sample template"
                send={() => deleteSampleTemplate(id)}
                saved="Template deleted successfully"
                undone="Template restored"
                failed="Failed to delete template"
              >
                Are you sure you want to delete this template?
                <br />
                <strong dir="auto">{name}</strong>
              </AskButton>
            </>
          )}
        </div>
      </div>
    </li>
  )
}

type Side = 'front' | 'back'

type PieceProps = { template: SampleTemplate; side: Side }

/** One side of a template, in the shape of the piece, or a blank sheet if it has no image. */
function TemplatePiece({ template, side }: PieceProps) {
  const url = side === 'front' ? template.frontImageUrl : template.backImageUrl
  // Keyed by URL, so that a corrected one is loaded again.
  return (
    <div className={styles.frame}>
      <div className={styles.piece} data-type={template.type}>
        {url ? (
          <Picture key={url} url={url} alt={`${template.name}, ${side}`} side={side} />
        ) : (
          <BlankSheet side={side} text={`No ${side} image`} />
        )}
      </div>
    </div>
  )
}

function Picture({ url, alt, side }: { url: string; alt: string; side: Side }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <BlankSheet side={side} text={`The ${side} image could not be loaded`} />
  return (
    <img
      className={styles.picture}
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}

function BlankSheet({ side, text }: { side: Side; text: string }) {
  return (
    <div className={styles.blank}>
      {side === 'back' && (
        <span aria-hidden className={styles.postal}>
          <span className={styles.stamp} />
          <span className={styles.address}>
            <i />
            <i />
            <i />
          </span>
        </span>
      )}
      <span className={styles.blankText}>{text}</span>
    </div>
  )
}
