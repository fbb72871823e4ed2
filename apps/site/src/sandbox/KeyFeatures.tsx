import type { ComponentProps } from 'react'
import { ImageList } from './ImageList.tsx'
import styles from './KeyFeatures.module.css'
import { TemplateList } from './TemplateList.tsx'

// One chunk for all code that needs a key.
export { Lint } from './Lint.tsx'
export { SaveBar } from './SaveBar.tsx'
export { saveTemplate } from './save-template.ts'
export { ConflictActions } from './ConflictActions.tsx'

type LibraryProps = ComponentProps<typeof ImageList> & ComponentProps<typeof TemplateList>

/** The templates and images of the key. */
export const Library = ({ workspace, shown, ...images }: LibraryProps) => (
  <div className={styles.library}>
    <TemplateList workspace={workspace} shown={shown} />
    <ImageList workspace={workspace} {...images} />
  </div>
)
