import { recordField, recordFieldsWith } from '@app/labels'
import { escapeUTF8 } from 'entities/escape'

/** The fields that go into the note, in this order. The CRM has its own fields for the others. */
export const noted = recordFieldsWith('crmNote')

interface Noted {
  kind: keyof typeof noted
  answers: Record<string, string | null>
}

const escaped = (text: string) => escapeUTF8(text).replaceAll('\n', '<br>')

/** The visitor's answers as HTML for a CRM note, escaped. */
export const noteHtml = ({ kind, answers }: Noted): string =>
  noted[kind]
    .flatMap((name) => {
      const { crmNote, label = name } = recordField(kind, name) ?? {}
      const answer = answers[name]
      return answer ? [`<b>${typeof crmNote === 'string' ? crmNote : label}</b>: ${escaped(answer)}`] : []
    })
    .join('<br>')
