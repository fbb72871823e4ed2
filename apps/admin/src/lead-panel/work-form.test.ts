import { describe, expect, test } from 'vitest'
import { nia, work } from '../../test/leads.ts'
import { workChange, workForm, workRules, workValueText } from './work-form.ts'

const form = workForm(work({ ownerId: nia.id, stage: 'won', wonValue: 1250.5, nextStep: 'Call back' }))

describe('a change of the work', () => {
  test('begins with what is stored', () => {
    expect(form.wonValue).toBe('1250.50')
    expect(workForm(work({ stage: 'won', wonValue: 1250 })).wonValue).toBe('1250')
    expect(workForm(work()).wonValue).toBe('')
  })

  test('names what differs, and leaves out what belongs to another stage', () => {
    expect(workChange(form, { ...form })).toEqual({})
    expect(workChange(form, { ...form, nextStep: ' Call back ' })).toEqual({})
    expect(workChange(form, { ...form, wonValue: '1250.50' })).toEqual({})
    expect(workChange(form, { ...form, ownerId: '', nextStep: ' ' })).toEqual({ ownerId: null, nextStep: null })
    expect(workChange(form, { ...form, stage: 'lost', lostReason: ' Too expensive ' })).toEqual({
      stage: 'lost',
      lostReason: 'Too expensive',
      wonValue: null,
    })
  })

  test('is refused before it is sent', () => {
    const lost = { ...form, stage: 'lost' as const }
    expect(workRules.lostReason(' ', lost)).toBe('Please say why it is lost')
    expect(workRules.lostReason('', form)).toBeNull()
    for (const value of ['', '0', '1250', '1250.5', '1000000000']) expect(workRules.wonValue(value, form)).toBeNull()
    for (const value of ['-1', '1.234', '1e3', '$5', '1000000000.01']) {
      expect(workRules.wonValue(value, form)).toMatch(/^Please enter US dollars/)
    }
    expect(workRules.wonValue('nonsense', lost)).toBeNull()
  })

  test('is told in words', () => {
    const told = (field: string, value: string | null) => workValueText([nia], field, value)
    expect(told('ownerId', nia.id)).toBe('Nia Example')
    expect(told('ownerId', 'staff-9')).toBe('a former account')
    expect(told('ownerId', null)).toBe('Nobody')
    expect(told('stage', 'qualified')).toBe('Qualified')
    expect(told('wonValue', '1250.5')).toBe('$1,250.50')
    expect(told('nextStepOn', '2026-12-01')).toBe('Dec 1, 2026')
    expect(told('nextStep', null)).toBe('—')
  })
})
