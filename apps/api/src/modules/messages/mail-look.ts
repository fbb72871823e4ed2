import { brand } from '@app/brand'
import { escapeUTF8 } from 'entities/escape'
import type { Fact, MessageContent } from '../../entities/message-content.ts'

interface Written {
  subject: string
  content: MessageContent
  /** Mails to visitors end with the address of the business, and mails to staff with the reason for the mail. */
  reader: 'visitor' | 'staff'
}

const { street, city, state, zip } = brand.address

const footLines = (reader: Written['reader']): string[] =>
  reader === 'visitor'
    ? [`${brand.companyName}, ${street}, ${city}, ${state} ${zip}`, brand.phone.display]
    : [`${brand.productName} sends this to staff. Change who gets it under Notifications.`]

export function mailText({ content: { paragraphs, facts = [], link }, reader }: Written): string {
  return [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ name, value }) => `${name}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `-- \n${footLines(reader).join('\n')}`,
  ].join('\n\n')
}

// Mail programs do not support our tokens or external styles. These are the values of packages/ui/src/tokens.css.
const ink = '#14213d'
const paper = '#fbf8f3'
const teal = '#12766b'
const hairline = '#e4dccf'
const muted = '#4d566b'
const font = "font-family:'Instrument Sans',Helvetica,Arial,sans-serif"

const lines = (text: string) => escapeUTF8(text).replaceAll(/\r?\n/g, '<br>')

const paragraphHtml = (text: string) => `<p style="margin:0 0 16px">${lines(text)}</p>`

const factHtml = ({ name, value }: Fact) =>
  `<tr><th scope="row" align="left" valign="top" style="padding:6px 16px 6px 0;font-weight:400;color:${muted};border-top:1px solid ${hairline}">${escapeUTF8(name)}</th><td valign="top" style="padding:6px 0;border-top:1px solid ${hairline}">${lines(value)}</td></tr>`

const factsHtml = (facts: readonly Fact[]) =>
  `<table cellspacing="0" cellpadding="0" style="width:100%;margin:0 0 24px;${font};font-size:16px;line-height:1.5;color:${ink}">${facts.map(factHtml).join('')}</table>`

const linkHtml = ({ label, url }: NonNullable<MessageContent['link']>) =>
  `<p style="margin:0 0 8px"><a href="${escapeUTF8(url)}" style="display:inline-block;padding:12px 20px;background:${teal};color:#ffffff;text-decoration:none;font-weight:700">${escapeUTF8(label)}</a></p>`

/** The mail as HTML: one column, without images or other remote content, so opening it contacts no server. */
export function mailHtml({ subject, content: { paragraphs, facts = [], link }, reader }: Written): string {
  const heading =
    reader === 'staff' ? `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeUTF8(subject)}</h1>` : ''
  const parts = [
    heading,
    ...paragraphs.map(paragraphHtml),
    facts.length > 0 ? factsHtml(facts) : '',
    link ? linkHtml(link) : '',
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUTF8(subject)}</title>
</head>
<body style="margin:0;background:${paper};color:${ink};${font};font-size:16px;line-height:1.5">
<div style="max-width:600px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;font-size:18px;font-weight:700">${escapeUTF8(brand.companyName)}</p>
<div style="padding:24px;background:#ffffff;border:1px solid ${hairline};overflow-wrap:break-word">
${parts.filter(Boolean).join('\n')}
</div>
<p style="margin:16px 0 0;font-size:13px;color:${muted}">${footLines(reader).map(escapeUTF8).join('<br>')}</p>
</div>
</body>
</html>
`
}
