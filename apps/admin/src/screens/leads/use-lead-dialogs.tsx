import type { Lead } from '@app/api-client'
import { useState } from 'react'
import { AssignDialog } from './AssignDialog.tsx'
import { StageDialog } from './StageDialog.tsx'

type Question = { name: 'assign' | 'stage'; leads: readonly Lead[] }

/** Opens the dialogs that assign leads or change their stage. */
export function useLeadDialogs() {
  const [question, setQuestion] = useState<Question>()
  const close = () => setQuestion(undefined)
  const Dialog = question?.name === 'assign' ? AssignDialog : StageDialog
  return {
    ask: (name: Question['name'], leads: readonly Lead[]) => leads.length > 0 && setQuestion({ name, leads }),
    dialog: question && <Dialog leads={question.leads} onClose={close} />,
  }
}
