import { formatCount } from '@app/pricing'
import { FailureNote } from './FailureNote.tsx'
import { isTooLarge, type Upload } from './use-uploads.ts'
import own from './KeyFeatures.module.css'
import styles from './Sandbox.module.css'

interface UploadActions {
  retry: (upload: Upload) => void
  remove: (id: number) => void
  /** Replaces the key. */
  renew: () => void
}

/** Files that are queued, uploading, or failed. */
export const UploadList = ({ uploads, ...actions }: UploadActions & { uploads: readonly Upload[] }) =>
  uploads.length > 0 && (
    <ul aria-label="Uploads" className={own.list}>
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} {...actions} />
      ))}
    </ul>
  )

function UploadRow({ upload, retry, remove, renew }: UploadActions & { upload: Upload }) {
  const { id, file, state } = upload
  const hasFailed = typeof state === 'object'
  return (
    <li>
      <strong>{file.name}</strong>
      {state === 'waiting' && <p>Waiting for the previous upload.</p>}
      {state === 'sending' && (
        <p>
          <progress aria-label={`Uploading ${file.name}`} /> Uploading {formatCount(Math.ceil(file.size / 1_024))} KB.
          The upload times out after 30 seconds.
        </p>
      )}
      {hasFailed && <FailureNote failure={state} />}
      <p className={styles.row}>
        {hasFailed && !state.faults && !isTooLarge(file) && (
          <button
            type="button"
            className={styles.link}
            onClick={() => (state.offers === 'key' ? renew() : retry(upload))}
          >
            {state.offers === 'key' ? 'Get a New Key' : 'Try Again'}
          </button>
        )}
        <button type="button" className={styles.link} onClick={() => remove(id)}>
          {hasFailed ? 'Remove from the List' : 'Cancel'}
        </button>
      </p>
    </li>
  )
}
