import type { PrintAsset } from '@app/api-client'
import { CopyButton } from '../components/CopyButton.tsx'
import own from './KeyFeatures.module.css'
import styles from './Sandbox.module.css'

type Font = NonNullable<PrintAsset['Font']>

export const fontName = ({ Family, Weight, Style }: Font) => `${Family} ${Weight}${Style === 'italic' ? ' italic' : ''}`

/** The rule that a template needs to use the font. */
const fontFace = (id: string, { Family, Weight, Style }: Font) =>
  `@font-face { font-family: ${JSON.stringify(Family)}; src: url(asset:${id}); font-weight: ${Weight}; font-style: ${Style} }`

/** The fonts of the key. The draft cannot show them, because the API returns no files. */
export const FontList = ({ fonts }: { fonts: readonly { Id: string; Font: Font }[] }) =>
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
