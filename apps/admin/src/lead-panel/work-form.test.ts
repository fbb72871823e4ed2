import { describe, expect, test } from 'vitest'
import { nia, work } from '../../test/leads.ts'
import { workChange, workForm, workRules, workValueText } from './work-form.ts'

const form = workForm(work({ ownerId: nia.id, stage: 'won', wonValue: 1250.5, nextStep: 'Call back' }))

describe('a change to the pipeline fields', () => {
  test('starts from the stored values', () => {
    expect(form.wonValue).toBe('1250.50')
    expect(workForm(work({ stage: 'won', wonValue: 1250 })).wonValue).toBe('1250')
    expect(workForm(work()).wonValue).toBe('')
  })

  test('includes only fields that differ and belong to the stage', () => {
    expect(workChange(form, { ...form })).toEqual({})
    expect(workChange(form, { ...form, nextStep: ' Call back ' })).toEqual({})
    expect(workChange(form, { ...form, wonValue: '1250.50' })).toEqual({})
    expect(workChange(form, { ...form, ownerId: '', nextStep: ' ' })).toEqual({ ownerId: null, nextStep: null })
    expect(workChange(form, { ...form, stage: 'lost', lostReason: 'price', lostNote: ' Half of ours ' })).toEqual({
      stage: 'lost',
      lostReason: 'price',
      lostNote: 'Half of ours',
      wonValue: null,
    })
  })

  test('is rejected before it is sent', () => {
    const lost = { ...form, stage: 'lost' as const }
    expect(workRules.lostReason('', lost)).toBe('Reason is required')
    expect(workRules.lostReason('', form)).toBeNull()
    for (const value of ['', '0', '1250', '1250.5', '1000000000']) expect(workRules.wonValue(value, form)).toBeNull()
    for (const value of ['-1', '1.234', '1e3', '$5', '1000000000.01']) {
      expect(workRules.wonValue(value, form)).toMatch(/^Enter US dollars/)
    }
    expect(workRules.wonValue('nonsense', lost)).toBeNull()
  })

  test('is described in words', () => {
    const text = (field: string, value: string | null) => workValueText([nia], field, value)
    expect(text('ownerId', nia.id)).toBe('Nia Example')
    expect(text('ownerId', 'staff-9')).toBe('a former account')
    expect(text('ownerId', null)).toBe('Unassigned')
    expect(text('stage', 'qualified')).toBe('Qualified')
    expect(text('lostReason', 'competitor')).toBe('Chose a competitor')
    expect(text('wonValue', '1250.5')).toBe('$1,250.50')
    expect(text('nextStepOn', '2026-12-01')).toBe('Dec 1, 2026')
    expect(text('nextStep', null)).toBe('—')
  })
})
