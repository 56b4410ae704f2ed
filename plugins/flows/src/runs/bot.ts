import type { BotAnswer } from '@recado/sdk'
import { heardFiles } from '@recado/sdk/server'
import type { Ask, AskAnswer } from '../engine/state.ts'
import type { RunContext } from './jobs.ts'

type Vault = Pick<RunContext, 'secrets'>

/** How the provider knows the conversation of a run: whoever has it speaks in the contact's name. */
const sessionOf = (run: string): string => `bot.${run}`

/** Forgets how bots know the conversations of these runs. */
export async function forgetBots({ secrets }: Vault, runs: readonly string[]): Promise<void> {
  for (const run of runs) await secrets.delete(sessionOf(run))
}

/**
 * Asks a bot, once, by the plugin that speaks with it. Whatever goes wrong is the answer that it failed, because nobody
 * may ask again. @throws where the node stops meanwhile
 */
export async function askBot(ask: Extract<Ask, { kind: 'bot' }>, run: string, ctx: RunContext): Promise<AskAnswer> {
  try {
    const patience = AbortSignal.any([ctx.signal, AbortSignal.timeout(ask.seconds * 1_000)])
    const answer = await beforeAbort(turnOf(ask, run, ctx), patience)
    if (!answer) return { kind: 'bot', answer: null }
    if (answer.session !== null) await ctx.secrets.set(sessionOf(run), answer.session, { staysHere: true })
    const { says, asks, hands, variables } = answer
    const found = Object.keys(variables).length > 0
    return { kind: 'bot', answer: { says, asks, hands, ...(found && { variables }) } }
  } catch (error) {
    if (ctx.signal.aborted) throw error
    ctx.log.warn({ error, provider: ask.provider }, 'the bot of a flow did not answer')
    return { kind: 'bot', answer: null }
  }
}

/** Undefined where no plugin of the company speaks with such bots. */
async function turnOf(
  { provider, bot, begins, message: said, filesOf, variables }: Extract<Ask, { kind: 'bot' }>,
  run: string,
  ctx: RunContext,
): Promise<BotAnswer | undefined> {
  const {
    core: { services },
    secrets,
  } = ctx
  const files = filesOf === undefined ? [] : await heardFiles([filesOf], ctx)
  // Files that never came leave nothing to begin with.
  const message = said && (begins && said.text === '' && files.length === 0 ? null : { ...said, files })
  const session = begins ? undefined : await secrets.get(sessionOf(run))
  if (session !== undefined && message !== null) {
    const proceeded = await services.call('bot.proceed', { bot, session, message }, { provider })
    if (!proceeded || proceeded.answer) return proceeded?.answer ?? undefined
  }
  // It does not know the conversation, or not any more: it begins with what was said.
  return services.call('bot.start', { bot, message, variables }, { provider })
}

/** What comes first: the work, or the end of the patience. The work goes on and nobody hears of it. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
