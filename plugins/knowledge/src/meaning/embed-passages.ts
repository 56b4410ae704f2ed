import { mostEmbeddedTexts, Refusal } from '@recado/sdk'
import { currentModel, endWaiting, followModel, waitLonger } from './meaning-state.ts'
import type { EmbedJob, MeaningContext } from './meaning-state.ts'
import { readUnread, setAside, writeMeanings, type UnreadPassage } from './meaning-store.ts'

/** What is read of a passage: where it stands says much of what it means. */
const wordsOf = ({ title, heading, text }: UnreadPassage): string =>
  [title, heading, text].filter((part) => part !== '').join('\n')

/** The code of why the provider did not answer. */
const reasonOf = (error: unknown): string => (Refusal.is(error) ? error.code : 'ERR_UNAVAILABLE')

/** Refusals for which a text may be the reason, and whether nothing else can be. */
const ofText: Readonly<Record<string, 'certain' | 'possible'>> = {
  ERR_AI_TOO_LONG: 'certain',
  ERR_AI_ANSWER: 'possible',
}
/** Asked beside a passage that was refused for an unknown reason: a provider that takes this refuses the passage. */
const plainText = 'ok'

async function vectorsOf({ core, log }: MeaningContext, texts: string[]) {
  try {
    return (
      (await core.services.call('embeddings.embed', { texts, purpose: 'passage' })) ?? { failure: 'ERR_UNAVAILABLE' }
    )
  } catch (error) {
    log.warn({ error }, 'passages were not read')
    return { failure: reasonOf(error) }
  }
}

/** Whether the provider refuses this one text, and no other. */
async function isOfText(ctx: MeaningContext, failure: string): Promise<boolean> {
  const whose = ofText[failure]
  return whose === 'certain' || (whose === 'possible' && !('failure' in (await vectorsOf(ctx, [plainText]))))
}

/**
 * Job `embed`: reads a batch of passages that have no vector of the company's model yet, and leaves the rest to the
 * next job. What was read is not read again, so a job that comes twice does no harm. Of a batch that is refused for its
 * texts half as many are asked for next, until the one is found that is set aside. Where the provider does not answer,
 * everything waits for one walk later.
 */
export async function embedPassages(
  { article, after, most = mostEmbeddedTexts }: EmbedJob,
  ctx: MeaningContext,
): Promise<void> {
  const model = await currentModel(ctx)
  if (model === undefined) return ctx.db.transaction((tx) => waitLonger(tx, ctx, 'ERR_UNAVAILABLE'))
  const unread = await ctx.db.transaction(async (tx) => {
    const { isWaiting } = await followModel(tx, ctx, model)
    return model === null || isWaiting ? [] : readUnread(tx, ctx.tenant, model, { article, after, limit: most })
  })
  const last = unread.at(-1)
  if (!last || model === null) return
  const goOn = (next: Omit<EmbedJob, 'article'>): Promise<void> =>
    ctx.enqueue('embed', { article, ...next }, { key: article === undefined ? 'all' : `article:${article}` })
  const answer = await vectorsOf(ctx, unread.map(wordsOf))
  if ('failure' in answer && answer.failure in ofText && unread.length > 1)
    return goOn({ after, most: Math.ceil(unread.length / 2) })
  const isRefused = 'failure' in answer && (await isOfText(ctx, answer.failure))
  await ctx.db.transaction(async (tx) => {
    if (isRefused) await setAside(tx, ctx.tenant, model, last, answer.failure)
    else if ('failure' in answer) return waitLonger(tx, ctx, answer.failure)
    else {
      const read = unread.flatMap(({ hash, title, position, article: of }, at) => {
        const vector = answer.vectors[at]
        return vector ? [{ article: of, position, hash, title, vector }] : []
      })
      await writeMeanings(tx, ctx.tenant, answer.model, read)
    }
    await endWaiting(tx, ctx.tenant)
    if (article !== undefined && unread.length < most) return
    const next = { article: last.article, position: last.position }
    await goOn({ after: next, most: Math.min(2 * most, mostEmbeddedTexts) })
  })
}
