import { setTimeout as pause } from 'node:timers/promises'
import type { PluginContext, ShapeOf } from '@recado/sdk'
import { currentModel, followModel, type MeaningContext } from '../meaning/meaning-state.ts'
import { searchMeanings } from '../meaning/meaning-store.ts'
import { SignMemory } from '../meaning/sign-memory.ts'
import type { Definition } from '../plugin.ts'
import { fused } from './fusion.ts'
import { searchPassages, type FoundPassage, type Wanted } from './search.ts'

/** How long the vector of a question is waited for, in milliseconds: then words alone answer. */
const longestWaitMs = 1_500
/** Passages of each way that are put together. */
const mostFused = 50

/** Of this node. */
const memory = new SignMemory()

/** What searching needs of a context of the plugin. */
export type SearchContext = MeaningContext & Pick<PluginContext<ShapeOf<Definition>>, 'platformSettings'>

const keyOf = ({ article, heading, text }: FoundPassage): string => JSON.stringify([article, heading, text])

/** The vector of a question, with its model; undefined where there is none in time. */
async function vectorOf({ core, log }: MeaningContext, query: string) {
  const ending = new AbortController()
  const asked = core.services
    .call('embeddings.embed', { texts: [query], purpose: 'question' })
    .catch((error: unknown) => {
      log.warn({ error }, 'a question was searched by its words alone')
      return undefined
    })
  const late = pause(longestWaitMs, undefined, { signal: ending.signal }).catch(() => undefined)
  const made = await Promise.race([asked, late])
  ending.abort()
  const vector = made?.vectors[0]
  return made && vector && { model: made.model, vector }
}

/**
 * Passages that have to do with a question, the best first: by its words, and where the company has a model for vectors
 * by its meaning too. The service `knowledge` and the search of the team ask it.
 */
export async function findPassages(ctx: SearchContext, wanted: Wanted): Promise<FoundPassage[]> {
  const { query, audience, limit } = wanted
  const indexFrom = ctx.platformSettings.knowledgeIndexFrom
  const model = await currentModel(ctx)
  const byWords = ctx.db.transaction(async (tx) => {
    if (model !== undefined) await followModel(tx, ctx, model)
    return searchPassages(tx, ctx.tenant, { ...wanted, limit: model ? Math.max(limit, mostFused) : limit })
  })
  const byMeaning = async (): Promise<FoundPassage[] | undefined> => {
    const asked = model ? await vectorOf(ctx, query) : undefined
    if (!asked) return undefined
    return ctx.db.transaction((tx) =>
      searchMeanings(tx, ctx.tenant, { ...asked, audience, limit: Math.max(limit, mostFused), indexFrom }, memory),
    )
  }
  const [words, meant] = await Promise.all([byWords, byMeaning()])
  if (!meant) return words.slice(0, limit)
  return fused([words, meant], keyOf).slice(0, limit)
}
