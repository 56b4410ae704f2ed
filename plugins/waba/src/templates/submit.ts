import { ChannelError, mint, Refusal, type MediaId, type PluginContext } from '@recado/sdk'
import { askProvider, type ProviderWay } from './provider-call.ts'
import { categoryOf, componentsOf, statusOf, type ProviderTemplate } from './provider-template.ts'
import { changeTemplate, createTemplate, findTemplate, uploadExample } from './template-api.ts'
import { isMediaHeader, type TemplateContent } from './template-kinds.ts'
import { templateProblems } from './template-rules.ts'
import { markSubmitted, readRow, updateDraft, updateRow } from './template-store.ts'
import type { TemplateRow } from './template.table.ts'

type Ctx = Pick<PluginContext, 'tenant' | 'db' | 'connections' | 'media' | 'signal'>

/** 360dialog fetches the example of a header while it reviews, which may take days. */
const exampleLinkTtlMs = 7 * 24 * 3_600_000

/** @throws Refusal ERR_VALIDATION whose issues name the broken rules, as template-rules.ts calls them */
export function requireRules(content: TemplateContent): void {
  const problems = templateProblems(content)
  if (problems.length > 0)
    throw new Refusal('ERR_VALIDATION', { issues: problems.map(({ path, rule }) => ({ path, message: rule })) })
}

/**
 * A draft becomes a template of the provider (S4-071). An answer that was lost on the way is made good by the next
 * try: a refusal of what had been submitted before is answered with what the provider has under the name.
 */
export async function submitDraft(ctx: Ctx, row: TemplateRow): Promise<TemplateRow> {
  requireRules(row)
  return askProvider(ctx, row.connectionId, async (way) => {
    const components = componentsOf(row, await exampleOf(ctx, way, row.headerMediaId, row))
    const isAgain = await markSubmitted(ctx, row.id)
    try {
      const { name, language } = row
      return await accepted(
        ctx,
        row,
        await createTemplate(
          way.api,
          { name, language, category: row.category!, parameter_format: row.parameterFormat, components },
          ctx.signal,
        ),
      )
    } catch (error) {
      if (!ChannelError.is(error) || !error.certain) throw error
      const found = isAgain ? await findTemplate(way.api, row, ctx.signal) : undefined
      if (found) return accepted(ctx, row, found)
      await updateRow(ctx, row.id, { submittedAt: null })
      throw error
    }
  })
}

/** Unless a notice was faster than the answer: then what it said holds. */
async function accepted(
  ctx: Ctx,
  row: TemplateRow,
  { id, status, category }: Pick<ProviderTemplate, 'id' | 'status' | 'category'>,
): Promise<TemplateRow> {
  const answer = {
    wabaId: id,
    status: statusOf(status) ?? 'PENDING',
    category: categoryOf(category) ?? row.category,
    rejectedReason: null,
    syncedAt: new Date(),
  } as const
  return (await updateDraft(ctx, row.id, answer)) ?? readRow(ctx, row.id)
}

/**
 * A submitted template is changed at the provider first and stored then; it is approved again. Its name and language
 * stay.
 */
export async function sendChange(ctx: Ctx, row: TemplateRow, content: TemplateContent): Promise<TemplateRow> {
  const fixed = {
    ...content,
    name: row.name,
    language: row.language,
    connectionId: row.connectionId,
    category: row.status === 'APPROVED' ? row.category : content.category,
  }
  requireRules(fixed)
  return askProvider(ctx, row.connectionId, async (way) => {
    const components = componentsOf(fixed, await exampleOf(ctx, way, fixed.headerMediaId, fixed))
    await changeTemplate(
      way.api,
      row.wabaId!,
      { ...(fixed.category !== row.category && fixed.category !== null && { category: fixed.category }), components },
      ctx.signal,
    )
    return updateRow(ctx, row.id, { ...fixed, status: 'PENDING', rejectedReason: null, syncedAt: new Date() })
  })
}

/** The handle of the uploaded file, or at a provider without uploads an address from which it is fetched. */
async function exampleOf(
  ctx: Ctx,
  { api, connection }: ProviderWay,
  headerMediaId: string | null,
  { headerFormat }: Pick<TemplateContent, 'headerFormat'>,
): Promise<string | undefined> {
  if (!isMediaHeader(headerFormat) || headerMediaId === null) return undefined
  const id = mint<MediaId>(headerMediaId)
  const { stream, name, mime } = await ctx.media.open(id)
  const file = { name: name ?? 'example', mime, bytes: new Uint8Array(await new Response(stream).arrayBuffer()) }
  const handle = await uploadExample(api, await connection.secrets.get('accessToken'), file, ctx.signal)
  if (handle !== undefined) return handle
  if (connection.callbackUrl === null)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'NO_ADDRESS',
      message: '360dialog fetches the example of a header, so this installation needs a public address',
      certain: true,
    })
  return new URL(ctx.media.sign(id, exampleLinkTtlMs), connection.callbackUrl).href
}
