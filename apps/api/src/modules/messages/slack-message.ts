import type { MessageContent } from '../../entities/message-content.ts'

/** Slack reads these three as markup. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const maxInASection = 2_900
const maxInAHeader = 150

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: text.slice(0, maxInASection) } })

/** The body for an incoming webhook of Slack. A repeated message has the same id in its first block. */
export function slackBody(id: string, subject: string, { paragraphs, facts = [], link }: MessageContent): string {
  const lines = facts.map(({ name, value }) => `*${escaped(name)}:* ${escaped(value)}`)
  return JSON.stringify({
    text: escaped(subject),
    blocks: [
      { block_id: id, type: 'header', text: { type: 'plain_text', text: subject.slice(0, maxInAHeader) } },
      ...paragraphs.map((paragraph) => section(escaped(paragraph))),
      ...(lines.length > 0 ? [section(lines.join('\n'))] : []),
      ...(link ? [section(`<${link.url}|${escaped(link.label)}>`)] : []),
    ],
  })
}
