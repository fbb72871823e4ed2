import { listPrintAssets, type PrintAsset } from '@app/api-client'
import { formatCount } from '@app/pricing'
import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import buttons from '../components/buttons.module.css'
import { CopyButton } from '../components/CopyButton.tsx'
import type { AssetReference } from './asset-completion.ts'
import { imageUrl, type KnownImages } from './draft-images.ts'
import type { EditorHandle } from './editor-handle.ts'
import { previewOf } from './image-preview.ts'
import { withKey } from './key-storage.ts'
import own from './KeyFeatures.module.css'
import { ListFooter } from './ListFooter.tsx'
import styles from './Sandbox.module.css'
import { UploadList } from './UploadList.tsx'
import { useKeyList } from './use-key-list.ts'
import type { Workspace } from './use-templates.ts'
import { useUploads } from './use-uploads.ts'

interface ImageListProps {
  workspace: Workspace
  images: KnownImages
  rememberImages: (images: KnownImages) => void
  /** Replaces the assets that the editor suggests. */
  offerAssets: (assets: readonly AssetReference[]) => void
  /** Undefined while there is no editor to insert images into. */
  editor: RefObject<EditorHandle | null> | undefined
  /** Width of the page. */
  pageInches: number
}

/** The images of the key: uploads them, lists them, and inserts them into the template. */
export function ImageList({
  workspace,
  images: known,
  rememberImages,
  offerAssets,
  editor,
  pageInches,
}: ImageListProps) {
  const { session, renew } = workspace
  const list = useKeyList((page) => listPrintAssets(page, withKey(session)))
  const images = list.rows?.filter(isImage)
  const fonts = list.rows?.flatMap(({ Id, Font }) => (Font ? [{ Id, Font }] : [])) ?? []
  const [message, setMessage] = useState('')
  const { uploads, add, retry, remove } = useUploads(session, (asset, file) => {
    setMessage(`Uploaded ${file.name}: ${asset.Font ? fontName(asset.Font) : isImage(asset) ? pixels(asset) : ''}.`)
    list.reload()
    if (!isImage(asset)) return
    void previewOf(file).then((preview) =>
      rememberImages({ [asset.Id]: { ...sizeOf(asset), name: file.name, ...(preview && { preview }) } }),
    )
  })
  const isOver = useFileDrop(add)
  const insert = (asset: ImageAsset) => editor?.current?.insert((before) => imageText(asset, before, pageInches))

  // The draft draws images without a preview as boxes of their size, and this list has the sizes.
  const rememberSizes = useEffectEvent(rememberImages)
  useEffect(() => {
    if (list.rows)
      rememberSizes(Object.fromEntries(list.rows.filter(isImage).map((asset) => [asset.Id, sizeOf(asset)])))
  }, [list.rows])
  useEffect(() => {
    offerAssets((list.rows ?? []).map((asset) => referenceTo(asset, known[asset.Id]?.name)))
    return () => offerAssets([])
  }, [list.rows, known, offerAssets])

  return (
    <section
      aria-labelledby="sandbox-images"
      className={[styles.side, own.box].join(' ')}
      data-over={isOver || undefined}
    >
      <h3 id="sandbox-images" tabIndex={-1}>
        Your images
      </h3>
      <p>
        PNG, JPEG, WebP, or AVIF images, and TTF, OTF, or WOFF2 fonts, up to 5 MB each. Templates refer to them as{' '}
        <code>asset:</code> plus the ID.
      </p>
      <FileChooser add={add} />
      <p role="status" className={own.said}>
        {message}
      </p>
      <UploadList uploads={uploads} retry={retry} remove={remove} renew={renew} />
      {images && images.length > 0 && (
        <ul aria-label="Your images" className={own.list}>
          {images.map((asset) => (
            <ImageRow key={asset.Id} asset={asset} image={known[asset.Id]} insert={editor && insert} />
          ))}
        </ul>
      )}
      <FontList fonts={fonts} />
      <ListFooter list={list} empty="None yet." renew={renew} />
      {images?.some(({ Id }) => !known[Id]?.preview) && (
        <p>
          The draft shows images you uploaded in this tab. Others appear as gray boxes of the same size, but print in
          full in the proof. To see one here, upload its file again. No second copy is stored.
        </p>
      )}
    </section>
  )
}

function FileChooser({ add }: { add: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <p className={styles.row}>
      <button type="button" className={buttons.secondary} onClick={() => input.current?.click()}>
        Upload Images or Fonts
      </button>
      <span>or drop them anywhere on this page</span>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Images and fonts to upload"
        accept="image/png,image/jpeg,image/webp,image/avif,.ttf,.otf,.woff2"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
    </p>
  )
}

const sizeOf = ({ Width, Height }: ImageAsset) => ({ width: Width, height: Height })
const pixels = ({ Width, Height }: ImageAsset) => `${formatCount(Width)} × ${formatCount(Height)} pixels`
const referenceTo = (asset: PrintAsset, fileName = asset.Id): AssetReference => ({
  id: asset.Id,
  name: asset.Font ? fontName(asset.Font) : fileName,
  detail: isImage(asset) ? pixels(asset) : 'font',
})
const inches = (dots: number) => Number((dots / printDotsPerInch).toFixed(2))

interface ImageRowProps {
  asset: ImageAsset
  image: KnownImages[string] | undefined
  insert: ((asset: ImageAsset) => void) | undefined
}

function ImageRow({ asset, image, insert }: ImageRowProps) {
  const { Id, Width, Height } = asset
  return (
    <li className={own.image}>
      <img src={imageUrl({ ...sizeOf(asset), ...image })} alt="" className={own.thumb} />
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
            Copy Reference
          </CopyButton>
        </p>
      </div>
    </li>
  )
}

type Font = NonNullable<PrintAsset['Font']>

const fontName = ({ Family, Weight, Style }: Font) => `${Family} ${Weight}${Style === 'italic' ? ' italic' : ''}`

/** The @font-face rule that a template needs to use the font. */
const fontFace = (id: string, { Family, Weight, Style }: Font) =>
  `@font-face { font-family: ${JSON.stringify(Family)}; src: url(asset:${id}); font-weight: ${Weight}; font-style: ${Style} }`

/** The key's fonts. The draft cannot show them, because the API does not return files. */
const FontList = ({ fonts }: { fonts: readonly { Id: string; Font: Font }[] }) =>
  fonts.length > 0 && (
    <>
      <ul aria-label="Your fonts" className={own.list}>
        {fonts.map(({ Id, Font }) => (
          <li key={Id}>
            <strong>{fontName(Font)}</strong>
            <p className={styles.row}>
              <CopyButton text={fontFace(Id, Font)} className={styles.link}>
                Copy @font-face Rule
              </CopyButton>
            </p>
          </li>
        ))}
      </ul>
      <p>Put the rule into a style element of the template. The draft uses another font; the proof uses yours.</p>
    </>
  )

const printDotsPerInch = 300

/** An asset that is an image rather than a font. */
type ImageAsset = PrintAsset & { Width: number; Height: number }

const isImage = (asset: PrintAsset): asset is ImageAsset => asset.Width !== null && asset.Height !== null

/** Matches if the caret is inside a URL: in a src attribute, or in url() of a style. */
const insideUrl = /(?:\bsrc\s*=\s*["']?|url\(\s*["']?)$/i

/**
 * The text to insert for an image, given the text before the caret. The image is as wide as its resolution and the page
 * allow.
 */
function imageText({ Id, Width }: ImageAsset, before: string, pageInches: number): string {
  if (insideUrl.test(before)) return `asset:${Id}`
  const inches = Math.min(Width / printDotsPerInch, pageInches)
  return `<img src="asset:${Id}" alt="" style="width: ${Number(inches.toFixed(2))}in">`
}

/**
 * Accepts files dropped anywhere on the page. Without it, the browser would navigate to a dropped file.
 * @returns whether files are being dragged over the page
 */
function useFileDrop(add: (files: Iterable<File>) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    const { dataTransfer } = event
    if (!dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setIsOver(event.type === 'dragover')
    if (event.type === 'drop') add([...dataTransfer.files])
  }
  useWindowEvent('dragover', drop)
  useWindowEvent('drop', drop)
  useWindowEvent('dragleave', (event) => {
    if (!event.relatedTarget) setIsOver(false)
  })
  return isOver
}
