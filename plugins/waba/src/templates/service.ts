import {
  mint,
  mostTemplates,
  type ApprovedTemplate,
  type ConnectionId,
  type MediaId,
  type PluginContext,
  type ServiceCode,
  type TemplateField,
} from '@recado/sdk'
import { fieldProblems, fieldsOf, fileOf, isSendable, partOf, textOf, type MessageField } from './message-fields.ts'
import { listApproved, readApproved } from './template-store.ts'
import type { TemplateRow } from './template.table.ts'

/** Approved templates, for plugins that send them by themselves (decision 262). */
export const templatesService: ServiceCode<'templates', PluginContext> = {
  async list({ search, named }, ctx) {
    const [rows, connections] = await Promise.all([
      listApproved(ctx, { search, named, limit: mostTemplates }),
      ctx.connections.list(),
    ])
    const names = new Map<string, string>(connections.map(({ id, name }) => [id, name]))
    return {
      templates: rows
        .filter((row) => isFillable(row) && names.has(row.connectionId))
        .map((row) => approvedOf(row, names.get(row.connectionId)!)),
    }
  },
  async fill({ connectionId, name, language, values }, ctx) {
    const row = await readApproved(ctx, { connectionId, name, language })
    if (!row || !isFillable(row) || Object.keys(fieldProblems(fieldsOf(row), values)).length > 0) return { part: null }
    const { header: _path, ...part } = partOf(row, values, null)
    return {
      part: { ...part, ...(row.headerMediaId !== null && fileOf(row) && { header: mint<MediaId>(row.headerMediaId) }) },
    }
  },
}

/** Nobody is there who could choose a file: the template has to have its own. */
const isFillable = (row: TemplateRow): boolean =>
  isSendable(row) && (fileOf(row) === null || row.headerMediaId !== null)

function approvedOf(row: TemplateRow, connection: string): ApprovedTemplate {
  const fields = fieldsOf(row)
  const braced = Object.fromEntries(fields.map(({ key }) => [key, `{{${key}}}`]))
  return {
    name: row.name,
    language: row.language,
    connectionId: mint<ConnectionId>(row.connectionId),
    connection,
    text: textOf(row, braced),
    fields: fields.map(fieldOf),
  }
}

function fieldOf(field: MessageField): TemplateField {
  const { key, example } = field
  switch (field.kind) {
    case 'header':
    case 'body':
      return { key, place: field.kind, label: field.variable, example, optional: false }
    case 'url':
    case 'code':
      return { key, place: 'button', label: field.text, example, optional: false }
    case 'place':
      return {
        key,
        place: 'location',
        label: field.part,
        example,
        optional: field.part === 'name' || field.part === 'address',
      }
  }
}
