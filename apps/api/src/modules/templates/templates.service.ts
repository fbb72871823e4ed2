import type { SampleTemplateInput, StaffUser } from '@app/contract'
import { createOne, deleteOne, editOne, type OneEdit } from '../changes/apply-edits.ts'
import { type Field, edited, fixed, type RecordType, recordType, type StateOf } from '../changes/record-type.ts'
import type { EntityManager } from '../../entities/database.ts'
import { SampleTemplateEntity } from '../../entities/samples.entity.ts'
import { readTemplate } from './templates.queries.ts'

const fields = {
  name: edited,
  type: edited,
  frontImageUrl: edited,
  backImageUrl: edited,
  description: edited,
  active: edited,
  createdAt: fixed,
} satisfies Record<keyof SampleTemplateInput | 'createdAt', Field>

type TemplateState = StateOf<typeof SampleTemplateEntity, typeof fields>

const templateRecord: RecordType<TemplateState> = recordType({
  name: 'sample_template',
  label: 'sample template',
  entity: SampleTemplateEntity,
  fields,
  live: 'sample_templates',
  roles: ['owner', 'editor'],
  scope: 'samples:write',
  nameOf: ({ name }) => name,
  canBeDeleted: true,
})

const stateOf = ({ name, type, frontImageUrl, backImageUrl, description, active }: SampleTemplateInput) => ({
  name: name.trim(),
  type,
  frontImageUrl: frontImageUrl || null,
  backImageUrl: backImageUrl || null,
  description: description?.trim() ?? '',
  active,
})

export const createTemplate = (em: EntityManager, staff: StaffUser, input: SampleTemplateInput) =>
  createOne(em, templateRecord, staff, (createdAt) => ({ ...stateOf(input), createdAt }), readTemplate)

/** @throws {ProblemError} 404 when no template has this id, 412 when it has changed since the caller read it. */
export const updateTemplate = (em: EntityManager, staff: StaffUser, edit: OneEdit<SampleTemplateInput>) =>
  editOne(em, templateRecord, staff, { ...edit, patch: stateOf(edit.patch) }, readTemplate)

/** @throws {ProblemError} 404 when no template has this id. */
export const deleteTemplate = (em: EntityManager, staff: StaffUser, id: string) =>
  deleteOne(em, templateRecord, staff, id)
