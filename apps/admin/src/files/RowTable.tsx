import { Button, Table } from '@mantine/core'
import styles from './Files.module.css'

type Props = {
  label: string
  /** Shown above the table. */
  caption?: string
  headings: readonly string[]
  /** The first cell of each row is its number in the file. */
  rows: readonly (readonly string[])[]
  /** Saves the affected rows as a file. */
  save?: { text: string; onSave: () => void }
}

/** Longer tables are useful only as a file. */
const maxShown = 100

/** A table of rows of a file, such as those with errors. */
export function RowTable({ label, caption, headings, rows, save }: Props) {
  return (
    <>
      {/* It scrolls, so keyboard users must be able to focus it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
        <Table
          className={styles.table}
          captionSide="top"
          data={{
            caption,
            head: [...headings],
            body: rows.slice(0, maxShown).map((cells) => cells.slice(0, headings.length)),
          }}
        />
      </div>
      {(save || rows.length > maxShown) && (
        <div className={styles.actions}>
          {save && (
            <Button variant="default" size="compact-sm" onClick={save.onSave}>
              {save.text}
            </Button>
          )}
          {rows.length > maxShown && (
            <span className={styles.quiet}>
              The first {maxShown} of {rows.length.toLocaleString('en-US')}
            </span>
          )}
        </div>
      )}
    </>
  )
}
