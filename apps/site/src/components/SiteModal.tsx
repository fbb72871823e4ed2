import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/UnstyledButton.css'
import { Modal, type ModalProps } from '@mantine/core'
import styles from './SiteModal.module.css'

const classes = { title: styles.title ?? '', close: styles.close ?? '', content: styles.content ?? '' }

/** A dialog over the page. Its caller restores the focus: when the dialog first mounts, the opener no longer has it. */
export const SiteModal = (props: ModalProps) => (
  <Modal
    padding="xl"
    classNames={classes}
    returnFocus={false}
    closeButtonProps={{ 'aria-label': 'Close' }}
    // Otherwise, the title bar would be a second banner landmark.
    attributes={{ header: { role: 'presentation' } }}
    {...props}
  />
)
