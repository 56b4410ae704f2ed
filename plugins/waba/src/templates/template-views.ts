import { mint, type ConnectionId, type MediaId, type PluginConnections, type PluginContext } from '@recado/sdk'
import type { Provider } from '../api/transport.ts'
import { isEditable } from './template-kinds.ts'
import type { Template, TemplateConnection } from './template.ts'
import type { TemplateRow } from './template.table.ts'

/** Time for which the address of a header's file is valid, in milliseconds. */
export const fileLinkTtlMs = 3_600_000

type Connections = Awaited<ReturnType<PluginConnections['list']>>

/** 360dialog creates and deletes templates, but does not change them. */
export const canChange = (type: string): boolean => (type as Provider) === 'waba'

export const connectionView = ({ id, name, type, isActive }: Connections[number]): TemplateConnection => ({
  id,
  name,
  type,
  isActive,
  canChange: canChange(type),
})

/**
 * Of what was submitted, the provider must take changes, and of authentication templates only its own tools write the
 * text.
 */
function isChangeable({ status, category }: TemplateRow, connection: Connections[number] | undefined): boolean {
  if (!isEditable(status)) return false
  return status === 'DRAFT' || (category !== 'AUTHENTICATION' && connection !== undefined && canChange(connection.type))
}

export function templateView(
  row: TemplateRow,
  connections: Connections,
  { media }: Pick<PluginContext, 'media'>,
): Template {
  const connection = connections.find(({ id }) => id === row.connectionId)
  const headerMediaId = row.headerMediaId === null ? null : mint<MediaId>(row.headerMediaId)
  const {
    id,
    wabaId,
    name,
    language,
    category,
    parameterFormat,
    headerFormat,
    headerText,
    body,
    footer,
    status,
    rejectedReason,
    quality,
  } = row
  return {
    id,
    wabaId,
    name,
    language,
    category,
    parameterFormat,
    headerFormat,
    headerText,
    headerExamples: { ...row.headerExamples },
    headerMediaId,
    body,
    bodyExamples: { ...row.bodyExamples },
    footer,
    buttons: [...row.buttons],
    status,
    rejectedReason,
    quality,
    connectionId: mint<ConnectionId>(row.connectionId),
    connection: connection?.name ?? null,
    headerMediaUrl: headerMediaId && media.sign(headerMediaId, fileLinkTtlMs),
    editable: isChangeable(row, connection),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}
