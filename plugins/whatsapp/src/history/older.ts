import { ChannelError, mint, type ExternalChatId, type OperationInput, type OperationOutput } from '@recado/sdk'
import { proto, type WASocket } from 'baileys'
import { keyOf } from '../inbound/message-id.ts'
import { countLate, historyIn, type PastOf } from './import.ts'
import { addressesIn, messagesOf, pollsOf } from './past.ts'

type Notice = proto.Message.IHistorySyncNotification

const { ON_DEMAND } = proto.HistorySync.HistorySyncType
/** A phone that is on and has a line answers within seconds. */
const answersWithinMs = 12_000
/** Answers that came before their question knew its own id. */
const mostEarly = 20
const pageSize = 200
/** WhatsApp counts whole seconds: those of the oldest message may hold others. */
const secondMs = 1_000

/** Questions to the account's phone for messages from before those that are known. */
export class OlderQuestions {
  readonly #waiting = new Map<string, (notice: Notice) => void>()
  readonly #early = new Map<string, Notice>()

  /** Whether this piece of the past answers a question, and is nothing to be kept for an import. */
  hears(notice: Notice): boolean {
    if (notice.syncType !== ON_DEMAND) return false
    const question = notice.peerDataRequestSessionId ?? ''
    const answered = this.#waiting.get(question)
    if (answered) answered(notice)
    else {
      this.#early.set(question, notice)
      if (this.#early.size > mostEarly) this.#early.delete(this.#early.keys().next().value!)
    }
    return true
  }

  /** @throws ChannelError `network` `NO_ANSWER`, certain, where the phone is silent */
  async ask(
    past: PastOf,
    socket: WASocket,
    { chat, oldest, count }: OperationInput<'history.older'>,
    signal: AbortSignal,
  ): Promise<OperationOutput<'history.older'>> {
    const at = new Date(oldest.at)
    const question = await socket.fetchMessageHistory(count, keyOf(oldest.id, chat), at.getTime())
    const notice = await this.#answerTo(question, signal)
    const history = await historyIn(past.ctx, notice, signal)
    const facts = await past.learn(history, addressesIn(history))
    await past.polls.keep(pollsOf(history, facts))
    const range = { since: new Date(0), until: new Date(at.getTime() + secondMs), groups: true }
    const found = messagesOf(history, range, facts)
      .filter((message) => message.chat === mint<ExternalChatId>(chat) && message.id !== oldest.id)
      .slice(-count)
    for (let from = 0; from < found.length; from += pageSize) await past.ctx.emit(found.slice(from, from + pageSize))
    await countLate(past, history, facts, () => found)
    return { found: found.length }
  }

  async #answerTo(question: string, signal: AbortSignal): Promise<Notice> {
    const early = this.#early.get(question)
    this.#early.delete(question)
    if (early) return early
    const { promise, resolve, reject } = Promise.withResolvers<Notice>()
    this.#waiting.set(question, resolve)
    const over = AbortSignal.any([signal, AbortSignal.timeout(answersWithinMs)])
    const silent = (): void => reject(noAnswer())
    over.addEventListener('abort', silent, { once: true })
    try {
      return await promise
    } finally {
      over.removeEventListener('abort', silent)
      this.#waiting.delete(question)
    }
  }
}

const noAnswer = (): ChannelError =>
  new ChannelError({ kind: 'network', code: 'NO_ANSWER', message: 'the phone does not answer', certain: true })
