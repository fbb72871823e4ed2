import type { MessageContent } from '../../entities/message-content.ts'

/** Slack reads these three as markup. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const mostInASection = 2_900
const mostInAHeader = 150

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: text.slice(0, mostInASection) } })

/** The body that an incoming webhook of Slack takes. The id of its first block tells a repeated message from a new one. */
export function slackBody(id: string, subject: string, { paragraphs, facts = [], link }: MessageContent): string {
  const lines = facts.map(({ name, value }) => `*${escaped(name)}:* ${escaped(value)}`)
  return JSON.stringify({
    text: escaped(subject),
    blocks: [
      { block_id: id, type: 'header', text: { type: 'plain_text', text: subject.slice(0, mostInAHeader) } },
      ...paragraphs.map((paragraph) => section(escaped(paragraph))),
      ...(lines.length > 0 ? [section(lines.join('\n'))] : []),
      ...(link ? [section(`<${link.url}|${escaped(link.label)}>`)] : []),
    ],
  })
}
