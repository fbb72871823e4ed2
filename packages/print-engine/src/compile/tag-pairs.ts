import type { Token } from 'parse5'

const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** HTML closes these without an end tag, before the next one or with their parent. */
const endOptional = new Set(
  'html head body p li dt dd rt rp option optgroup caption colgroup thead tbody tfoot tr th td'.split(' '),
)

interface OpenTag {
  name: string
  offset: number
  /** True if an end tag that should follow its own was already reported. */
  isReported: boolean
}

/**
 * Finds mismatched start and end tags. The parser repairs them silently, and the page may not look as intended.
 * @param spend counts the tags between a matching pair, because the parser may drop many of them
 */
export function tagPairs(report: (fault: string, offset: number) => void, spend: (steps: number) => void) {
  const open: OpenTag[] = []
  const counts = new Map<string, number>()
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  const startOf = ({ location }: Token.TagToken) => location?.startOffset ?? 0

  return {
    start(token: Token.TagToken): void {
      const { tagName: name, selfClosing } = token
      if (selfClosing || voidElements.has(name)) return
      open.push({ name, offset: startOf(token), isReported: false })
      count(name, 1)
    },

    end(token: Token.TagToken): void {
      const { tagName: name } = token
      if (!counts.get(name)) return report('end-tag-without-start-tag', startOf(token))
      for (let top = open.at(-1); top && top.name !== name && endOptional.has(top.name); top = open.at(-1)) {
        open.pop()
        count(top.name, -1)
      }
      const place = open.findLastIndex((tag) => tag.name === name)
      if (place < 0) return
      const inside = open.slice(place + 1)
      spend(inside.length)
      if (inside.some(({ isReported, name: one }) => !isReported && !endOptional.has(one))) {
        report('end-tag-before-those-inside', startOf(token))
        for (const tag of inside) tag.isReported = true
      }
      open.splice(place, 1)
      count(name, -1)
    },

    /** Reports the tags still open at the end. */
    finish(): void {
      for (const { name, offset, isReported } of open)
        if (!isReported && !endOptional.has(name)) report('start-tag-without-end-tag', offset)
    },
  }
}
