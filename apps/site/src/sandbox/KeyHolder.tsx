import type { ComponentProps } from 'react'
import { ImageList } from './ImageList.tsx'
import styles from './KeyHolder.module.css'
import { TemplateList } from './TemplateList.tsx'

/** One file for all that only the holder of a key needs. */
export { Lint } from './Lint.tsx'
export { SaveBar } from './SaveBar.tsx'
export { saveTemplate } from './save-template.ts'
export { SettleButtons } from './SettleButtons.tsx'

type LibraryProps = ComponentProps<typeof ImageList> & ComponentProps<typeof TemplateList>

/** What a key holds: templates and images. */
export const Library = ({ holder, shown, ...images }: LibraryProps) => (
  <div className={styles.library}>
    <TemplateList holder={holder} shown={shown} />
    <ImageList holder={holder} {...images} />
  </div>
)
