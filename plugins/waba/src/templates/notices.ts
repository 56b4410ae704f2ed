import { Refusal, type PluginContext } from '@recado/sdk'
import type * as z from 'zod'
import type {
  TemplateCategoryChanged,
  TemplateEdited,
  TemplateQualityChanged,
  TemplateStatusChanged,
} from '../events.ts'
import type { Jobs } from './jobs.ts'
import { categoryOf, qualityOf, reasonOf, statusOf } from './provider-template.ts'
import { startSync } from './sync.ts'
import { updateByWabaId } from './template-store.ts'

type Ctx = PluginContext<Jobs>
type Status = z.output<typeof TemplateStatusChanged.schema>
type Quality = z.output<typeof TemplateQualityChanged.schema>
type Category = z.output<typeof TemplateCategoryChanged.schema>
type Edited = z.output<typeof TemplateEdited.schema>

/* Each says what holds now, so that the same notice a second time changes nothing. */

/** S4-073, S4-074. One about a template that was written elsewhere brings it here. */
export async function onStatus({ templateId, connectionId, status: word, reason }: Status, ctx: Ctx): Promise<void> {
  const status = statusOf(word)
  if (status === undefined) return
  const known = await updateByWabaId(ctx, templateId, {
    status,
    rejectedReason: status === 'APPROVED' || status === 'PENDING' ? null : reasonOf(reason),
  })
  if (known.length === 0) await importAll(ctx, connectionId)
  else await readAgain(ctx, known)
}

/** The notice tells the new words in part: no examples, no pictures, and of the buttons only some. */
export async function onEdited({ templateId, connectionId }: Edited, ctx: Ctx): Promise<void> {
  const known = await updateByWabaId(ctx, templateId, {})
  if (known.length === 0) await importAll(ctx, connectionId)
  else await readAgain(ctx, known)
}

export async function onQuality({ templateId, quality }: Quality, ctx: Ctx): Promise<void> {
  await readAgain(ctx, await updateByWabaId(ctx, templateId, { quality: qualityOf(quality) }))
}

export async function onCategory({ templateId, category: word }: Category, ctx: Ctx): Promise<void> {
  const category = categoryOf(word)
  if (category) await updateByWabaId(ctx, templateId, { category })
}

/** What was edited at the provider is judged anew: its words may have changed with what a notice tells. */
async function readAgain(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await ctx.enqueue('templateRead', { id }, { key: `template-read:${id}` })
}

/** A connection that is gone or switched off has nothing to import. */
async function importAll(ctx: Ctx, connectionId: string): Promise<void> {
  try {
    await startSync(ctx, connectionId)
  } catch (error) {
    if (!Refusal.is(error)) throw error
  }
}
