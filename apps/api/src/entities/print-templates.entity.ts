import { defineEntity, p } from '@mikro-orm/core'
import type { PieceSize, TemplateField, TemplateFinding } from '@app/contract'
import { WorkspaceEntity } from './customers.entity.ts'
import { insertedAt, instant } from './common-columns.ts'

/** A template of a key. Those of the house are part of the program. */
export const PrintTemplateEntity = defineEntity({
  name: 'PrintTemplate',
  tableName: 'print_template',
  indexes: [{ name: 'print_template_workspace_id_created_at_id_index', properties: ['workspace', 'createdAt', 'id'] }],
  properties: {
    /** tmpl_ and 20 letters and digits. */
    id: p.string().length(30).primary(),
    createdAt: insertedAt(),
    updatedAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').deleteRule('cascade'),
    name: p.string().length(80),
    size: p.string().length(10).$type<PieceSize>(),
    /** The newest version. */
    version: p.integer(),
    /** Proofs that wait to be printed still need its versions. */
    deletedAt: instant().nullable(),
  },
})

/** A version of a template. Rows are never updated. */
export const PrintTemplateVersionEntity = defineEntity({
  name: 'PrintTemplateVersion',
  tableName: 'print_template_version',
  properties: {
    template: () => p.manyToOne(PrintTemplateEntity).joinColumn('template_id').primary().deleteRule('cascade'),
    version: p.integer().primary(),
    createdAt: insertedAt(),
    html: p.text(),
    fields: p.json<TemplateField[]>(),
    lint: p.json<TemplateFinding[]>(),
  },
})
