import { formatCount } from '@app/pricing'
import { listPrintAssets, type PrintAsset } from '@app/api-client'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import buttons from '../components/buttons.module.css'
import { CopyButton } from '../components/CopyButton.tsx'
import { imageAddress, type KnownImages } from './draft-images.ts'
import { previewOf } from './image-preview.ts'
import { FailureNote } from './FailureNote.tsx'
import { insertImage, printDotsPerInch } from './insert-image.ts'
import { ListEnd } from './ListEnd.tsx'
import { withKey } from './key-storage.ts'
import type { Holder } from './holder.ts'
import { useKeyList } from './use-key-list.ts'
import { type Upload, useUploads } from './use-uploads.ts'
import own from './KeyHolder.module.css'
import styles from './Workbench.module.css'

interface ImageListProps {
  holder: Holder
  images: KnownImages
  know: (images: KnownImages) => void
  /** Undefined while no editor is there. */
  editor: RefObject<HTMLTextAreaElement | null> | undefined
  /** The width of the page. */
  pageInches: number
}

/** A key has at most 100 images, so that one page holds them all. */
const pageSize = 100

/** The images of the key: sent, listed, and put into the template. */
export function ImageList({ holder: { ring, renew }, images, know, editor, pageInches }: ImageListProps) {
  const list = useKeyList((cursor) => listPrintAssets({ limit: pageSize, ...(cursor && { cursor }) }, withKey(ring)))
  const { rows } = list
  const [said, setSaid] = useState('')
  const { uploads, add, again, remove } = useUploads(ring, (asset, file) => {
    setSaid(`${file.name} is stored: ${pixels(asset)}.`)
    list.again()
    void previewOf(file).then((preview) =>
      know({ [asset.Id]: { ...sizeOf(asset), name: file.name, ...(preview && { preview }) } }),
    )
  })
  const isOver = useDrop(add)
  const chooser = useRef<HTMLInputElement>(null)
  const starter = useRef<HTMLButtonElement>(null)
  const insert = (asset: PrintAsset) => editor?.current && insertImage(editor.current, asset, pageInches)

  // The draft draws an image that is not here in its size, which only this list knows.
  const tell = useEffectEvent(know)
  useEffect(() => {
    if (rows) tell(Object.fromEntries(rows.map((asset) => [asset.Id, sizeOf(asset)])))
  }, [rows])

  return (
    <section
      aria-labelledby="sandbox-images"
      className={[styles.side, own.box].join(' ')}
      data-over={isOver || undefined}
    >
      <h3 id="sandbox-images">Your images</h3>
      <p>
        PNG, JPEG, WebP or AVIF, up to 5 MB each. A template names one as <code>asset:</code> and its id.
      </p>
      <p className={styles.row}>
        <button ref={starter} type="button" className={buttons.secondary} onClick={() => chooser.current?.click()}>
          Upload Images
        </button>
        <span>or drop them anywhere on this page</span>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label="Images to upload"
          accept="image/png,image/jpeg,image/webp,image/avif"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // The same file may be chosen again.
            currentTarget.value = ''
          }}
        />
      </p>
      <p role="status" className={own.said}>
        {said}
      </p>
      {uploads.length > 0 && (
        <ul aria-label="Images on their way" className={own.list}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              again={() => again(upload)}
              remove={() => {
                remove(upload.id)
                starter.current?.focus()
              }}
              renew={renew}
            />
          ))}
        </ul>
      )}
      {rows && rows.length > 0 && (
        <ul aria-label="Your images" className={own.list}>
          {rows.map((asset) => (
            <ImageRow key={asset.Id} asset={asset} image={images[asset.Id]} insert={editor && insert} />
          ))}
        </ul>
      )}
      <ListEnd list={list} empty="None yet." renew={renew} />
      {rows?.some(({ Id }) => !images[Id]?.preview) && (
        <p>
          The draft shows images that were chosen in this tab. Others are gray boxes of their size in it, and whole in
          the proof. Upload the file again to see it: it is stored once.
        </p>
      )}
    </section>
  )
}

/** Files that are dropped anywhere are sent. Otherwise the browser would leave the page for them. */
function useDrop(add: (files: Iterable<File>) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event
    if (!dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setIsOver(event.type === 'dragover')
    if (event.type === 'drop') add([...dataTransfer.files])
  })
  const leave = useEffectEvent((event: DragEvent) => {
    if (!event.relatedTarget) setIsOver(false)
  })
  useEffect(() => {
    const onDrag = (event: DragEvent) => drop(event)
    const onLeave = (event: DragEvent) => leave(event)
    addEventListener('dragover', onDrag)
    addEventListener('drop', onDrag)
    addEventListener('dragleave', onLeave)
    return () => {
      removeEventListener('dragover', onDrag)
      removeEventListener('drop', onDrag)
      removeEventListener('dragleave', onLeave)
    }
  }, [])
  return isOver
}

const sizeOf = ({ Width, Height }: PrintAsset) => ({ width: Width, height: Height })
const pixels = ({ Width, Height }: PrintAsset) => `${formatCount(Width)} × ${formatCount(Height)} pixels`
const inches = (dots: number) => Number((dots / printDotsPerInch).toFixed(2))

interface ImageRowProps {
  asset: PrintAsset
  image: KnownImages[string] | undefined
  insert: ((asset: PrintAsset) => void) | undefined
}

function ImageRow({ asset, image, insert }: ImageRowProps) {
  const { Id, Width, Height } = asset
  return (
    <li className={own.image}>
      <img src={imageAddress({ ...sizeOf(asset), ...image })} alt="" className={own.thumb} />
      <div>
        <strong>{image?.name ?? <code>{Id}</code>}</strong>
        <p>
          {pixels(asset)}: {inches(Width)} × {inches(Height)} in at {printDotsPerInch} DPI
        </p>
        <p className={styles.row}>
          {insert && (
            <button type="button" className={styles.link} onClick={() => insert(asset)}>
              Insert
            </button>
          )}
          <CopyButton text={`asset:${Id}`} className={styles.link}>
            Copy Its Name
          </CopyButton>
        </p>
      </div>
    </li>
  )
}

interface UploadRowProps {
  upload: Upload
  again: () => void
  remove: () => void
  renew: () => void
}

function UploadRow({ upload: { file, state }, again, remove, renew }: UploadRowProps) {
  const hasFailed = typeof state === 'object'
  return (
    <li>
      <strong>{file.name}</strong>
      {state === 'waiting' && <p>Waits for the one before it.</p>}
      {state === 'sending' && (
        <p>
          <progress aria-label={`Sending ${file.name}`} /> Sending {formatCount(Math.ceil(file.size / 1_024))} KB. The
          server waits 30 seconds for it.
        </p>
      )}
      {hasFailed && <FailureNote failure={state} />}
      <p className={styles.row}>
        {hasFailed && state.faults.length === 0 && (
          <button type="button" className={styles.link} onClick={state.offers === 'key' ? renew : again}>
            {state.offers === 'key' ? 'Get a New Key' : 'Try Again'}
          </button>
        )}
        <button type="button" className={styles.link} onClick={remove}>
          {hasFailed ? 'Remove from the List' : 'Cancel'}
        </button>
      </p>
    </li>
  )
}
