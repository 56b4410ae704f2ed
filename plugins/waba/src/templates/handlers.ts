import { Refusal, type RouteAnswer, type RouteRequest, type SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { encodeCursor } from './cursor.ts'
import { noteUpload, requireHeaderFile } from './header-files.ts'
import { askProvider } from './provider-call.ts'
import { checkLater } from './check.ts'
import type { templateRoutes } from './routes.ts'
import { sendChange, submitDraft } from './submit.ts'
import { readSyncs, startSync } from './sync.ts'
import { deleteTemplate, readTemplate } from './template-api.ts'
import { isEditable } from './template-kinds.ts'
import { headerFiles } from './template-limits.ts'
import { draftProblems } from './template-rules.ts'
import { deleteRow, insertRow, listTemplateRows, readRow, updateDraft } from './template-store.ts'
import { connectionView, fileLinkTtlMs, templateView } from './template-views.ts'
import type { Template, TemplateDraft } from './template.ts'
import type { TemplateRow } from './template.table.ts'
import { applyProvider } from './apply.ts'
import type { Jobs } from './jobs.ts'

type Ctx = SessionContext<Jobs>
type Handler<Name extends keyof typeof templateRoutes> = (
  request: RouteRequest<(typeof templateRoutes)[Name]>,
  ctx: Ctx,
) => Promise<RouteAnswer<(typeof templateRoutes)[Name]>>

const view = async (row: TemplateRow, ctx: Ctx): Promise<Template> =>
  templateView(row, await ctx.connections.list(), ctx)

/** Even a draft needs a name and a connection of this company (S5-079, S5-080), and a file that its author may use. */
async function admit(draft: TemplateDraft, ctx: Ctx): Promise<void> {
  const known = (await ctx.connections.list()).some(({ id }) => id === draft.connectionId)
  const problems = draftProblems({ name: draft.name, connectionId: known ? draft.connectionId : '' })
  if (problems.length > 0)
    throw new Refusal('ERR_VALIDATION', { issues: problems.map(({ path, rule }) => ({ path, message: rule })) })
  await requireHeaderFile(ctx, draft.headerMediaId)
}

const readTemplates: Handler<'templates'> = async ({ query: { searchParam, cursor, limit, ...filters } }, ctx) => {
  const [rows, connections] = await Promise.all([
    listTemplateRows(ctx, { ...filters, search: searchParam, after: cursor, limit: limit + 1 }),
    ctx.connections.list(),
  ])
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    templates: page.map((row) => templateView(row, connections, ctx)),
    nextCursor: last === undefined ? null : encodeCursor(last),
  }
}

const readOne: Handler<'template'> = async ({ params }, ctx) => view(await readRow(ctx, params.id), ctx)

const readConnections: Handler<'templateConnections'> = async (_request, ctx) =>
  (await ctx.connections.list()).map(connectionView)

const create: Handler<'templateCreate'> = async ({ body }, ctx) => {
  await admit(body, ctx)
  return view(await insertRow(ctx, body), ctx)
}

const change: Handler<'templateChange'> = async ({ params, body }, ctx) => {
  const row = await readRow(ctx, params.id)
  if (!isEditable(row.status)) throw refusal('ERR_PROVIDER_REFUSED', { detail: row.status })
  if (row.status !== 'DRAFT') {
    await requireHeaderFile(ctx, body.headerMediaId)
    return checked(ctx, await sendChange(ctx, row, body))
  }
  await admit(body, ctx)
  const changed = await updateDraft(ctx, params.id, body)
  if (!changed) throw refusal('ERR_PROVIDER_REFUSED', { detail: 'PENDING' })
  return view(changed, ctx)
}

/** Submitting what was submitted answers how it stands. */
const submit: Handler<'templateSubmit'> = async ({ params }, ctx) => {
  const row = await readRow(ctx, params.id)
  return row.status === 'DRAFT' ? checked(ctx, await submitDraft(ctx, row)) : view(row, ctx)
}

/** The provider announces its decision by a notice; a check replaces a lost one. */
async function checked(ctx: Ctx, row: TemplateRow): Promise<Template> {
  await checkLater(ctx, row, 0)
  return view(row, ctx)
}

const check: Handler<'templateCheck'> = async ({ params }, ctx) => {
  const row = await readRow(ctx, params.id)
  const { wabaId } = row
  if (wabaId === null) return view(row, ctx)
  const found = await askProvider(ctx, row.connectionId, ({ api }) =>
    readTemplate(api, { ...row, id: wabaId }, ctx.signal),
  )
  return view(await applyProvider(ctx, row, found), ctx)
}

/**
 * At the provider first: a template that it refuses to delete stays. One that it does not have any more is deleted
 * here.
 */
const erase: Handler<'templateDelete'> = async ({ params }, ctx) => {
  const row = await readRow(ctx, params.id)
  const { wabaId } = row
  const isThere =
    wabaId !== null &&
    row.status !== 'DELETED' &&
    (await ctx.connections.list()).some(({ id }) => id === row.connectionId)
  if (isThere) {
    await askProvider(ctx, row.connectionId, async ({ api }) => {
      const known = { ...row, id: wabaId }
      if (await readTemplate(api, known, ctx.signal)) await deleteTemplate(api, known, ctx.signal)
    })
  }
  await deleteRow(ctx, params.id)
  return { message: 'Template deleted' }
}

const store: Handler<'templateMedia'> = async ({ files }, ctx) => {
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  const kind = Object.values(headerFiles).find(({ mimes }) => (mimes as readonly string[]).includes(file.mime))
  if (!kind) throw new Refusal('ERR_FILE_TYPE')
  const { id, name, mime, bytes } = await ctx.media.put(file.bytes, {
    name: file.name,
    mime: file.mime,
    maxBytes: kind.bytes,
  })
  await noteUpload(ctx, id)
  return { id, name, mime, bytes, url: ctx.media.sign(id, fileLinkTtlMs) }
}

const syncs: Handler<'templateSyncs'> = (_request, ctx) => readSyncs(ctx)
const sync: Handler<'templateSync'> = ({ body }, ctx) => startSync(ctx, body.connectionId)

export const templateHandlers = {
  templates: readTemplates,
  template: readOne,
  templateConnections: readConnections,
  templateMedia: store,
  templateCreate: create,
  templateChange: change,
  templateSubmit: submit,
  templateCheck: check,
  templateDelete: erase,
  templateSyncs: syncs,
  templateSync: sync,
}
