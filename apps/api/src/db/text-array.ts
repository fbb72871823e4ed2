import { ArrayType } from '@mikro-orm/postgresql'

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/**
 * A list of texts in a text[] column. The library's own type quotes a text only where necessary, and as JSON:
 * PostgreSQL then reads the word NULL as a null, and the line break that JSON writes as `\n` as the letter n.
 */
export class TextArray extends ArrayType {
  override convertToDatabaseValue(texts: string[] | null): string | null {
    return texts && `{${texts.map(quoted).join(',')}}`
  }
}
