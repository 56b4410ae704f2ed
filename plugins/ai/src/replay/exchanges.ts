import { turnsOf, type Said } from '../conversation/read-conversation.ts'
import type { ModelTurn } from '@recado/sdk'

/** What a customer said until somebody answered, and the answers until they spoke again. */
export interface Exchange {
  readonly asked: string
  readonly said: string
  /** The conversation up to what was asked. */
  readonly turns: readonly ModelTurn[]
}

/** A conversation as exchanges, the latest ones of so many, each with so many messages before it. */
export function exchangesOf(said: readonly Said[], most: number, maxMessages: number): Exchange[] {
  const exchanges: Exchange[] = []
  let at = said.findIndex(({ message }) => !message.fromMe)
  while (at >= 0 && at < said.length) {
    let answered = at
    while (answered < said.length && !said[answered]!.message.fromMe) answered += 1
    let next = answered
    while (next < said.length && said[next]!.message.fromMe) next += 1
    const words = (from: number, to: number): string =>
      said
        .slice(from, to)
        .map((one) => one.words)
        .join('\n')
    exchanges.push({
      asked: words(at, answered),
      said: words(answered, next),
      turns: turnsOf(said.slice(Math.max(0, answered - maxMessages), answered)),
    })
    at = next
  }
  return exchanges.slice(-most)
}
