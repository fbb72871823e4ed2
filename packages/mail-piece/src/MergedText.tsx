import { resolveMergeFields, type MergeFields } from './merge-fields.ts'
import styles from './MailPiece.module.css'

/** A template with the recipient's values filled in, each marked as a merge field. */
export function MergedText({ template, fields }: { template: string; fields: MergeFields }) {
  return resolveMergeFields(template, fields).map(({ text, field }, run) =>
    field ? (
      <span key={`${run}-${text}`} className={styles.field} data-field={field}>
        {text}
      </span>
    ) : (
      text
    ),
  )
}
