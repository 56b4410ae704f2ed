import { mostEmbeddedTexts, Refusal } from '@recado/sdk'
import { currentModel, endWaiting, followModel, waitLonger, walkAll } from './meaning-state.ts'
import type { EmbedJob, MeaningContext } from './meaning-state.ts'
import { readUnread, writeMeanings, type UnreadPassage } from './meaning-store.ts'

/** What is read of a passage: where it stands says much of what it means. */
const wordsOf = ({ title, heading, text }: UnreadPassage): string =>
  [title, heading, text].filter((part) => part !== '').join('\n')

/** The code of why the provider did not answer. */
const reasonOf = (error: unknown): string => (Refusal.is(error) ? error.code : 'ERR_UNAVAILABLE')

/**
 * Job `embed`: reads a batch of passages that have no vector of the company's model yet, and leaves the rest to the
 * next job. What was read is not read again, so a job that comes twice does no harm. Where the provider does not
 * answer, everything waits for one walk later.
 */
export async function embedPassages({ article, after }: EmbedJob, ctx: MeaningContext): Promise<void> {
  const model = await currentModel(ctx)
  if (model === undefined) return ctx.db.transaction((tx) => waitLonger(tx, ctx, 'ERR_UNAVAILABLE'))
  const unread = await ctx.db.transaction(async (tx) => {
    const { isWaiting } = await followModel(tx, ctx, model)
    return model === null || isWaiting
      ? []
      : readUnread(tx, ctx.tenant, model, { article, after, limit: mostEmbeddedTexts })
  })
  const last = unread.at(-1)
  if (!last) return
  const texts = unread.map(wordsOf)
  const answer = await ctx.core.services
    .call('embeddings.embed', { texts, purpose: 'passage' })
    .then((made) => made ?? { failure: 'ERR_UNAVAILABLE' })
    .catch((error: unknown) => {
      ctx.log.warn({ error }, 'passages were not read')
      return { failure: reasonOf(error) }
    })
  await ctx.db.transaction(async (tx) => {
    if ('failure' in answer) return waitLonger(tx, ctx, answer.failure)
    const read = unread.flatMap(({ hash, title, position, article: of }, at) => {
      const vector = answer.vectors[at]
      return vector ? [{ article: of, position, hash, title, vector }] : []
    })
    await writeMeanings(tx, ctx.tenant, answer.model, read)
    await endWaiting(tx, ctx.tenant)
    const next = { article: last.article, position: last.position }
    if (article === undefined) return walkAll(ctx, next)
    if (unread.length === mostEmbeddedTexts)
      await ctx.enqueue('embed', { article, after: next }, { key: `article:${article}` })
  })
}
