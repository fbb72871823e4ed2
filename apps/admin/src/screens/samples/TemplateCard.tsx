import type { SampleTemplate } from '@app/api-client'
import { labelOf } from '@app/labels'
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { ChangedBy } from '../../components/ChangedBy.tsx'
import { Instant } from '../../components/Instant.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { type Side, TemplatePiece } from './TemplatePiece.tsx'
import { templateTypeLabels } from './template-form.ts'
import styles from './TemplateCard.module.css'

type Props = { template: SampleTemplate; canEdit: boolean; onEdit: () => void; onDelete: () => void }

export function TemplateCard({ template, canEdit, onEdit, onDelete }: Props) {
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
              <RowButton text="Delete" variant="subtle" color="red" label={`Delete ${name}`} onClick={onDelete} />
            </>
          )}
        </div>
      </div>
    </li>
  )
}
