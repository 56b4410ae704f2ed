import type { Bot } from './bot.ts'

/** A poll that a bot has sent, with who voted for what. */
export class Poll {
  readonly id: string
  readonly question: string
  readonly options: readonly { readonly text: string; voter_count: number }[]
  readonly is_anonymous: boolean
  readonly type = 'regular'
  readonly allows_multiple_answers: boolean
  total_voter_count = 0
  is_closed = false
  readonly #votes = new Map<number, readonly number[]>()

  constructor(
    id: string,
    question: string,
    options: readonly string[],
    { anonymous, several }: { anonymous: boolean; several: boolean },
  ) {
    this.id = id
    this.question = question
    this.options = options.map((text) => ({ text, voter_count: 0 }))
    this.is_anonymous = anonymous
    this.allows_multiple_answers = several
  }

  /** What somebody votes for takes the place of what they voted for before; nobody votes in a poll that is closed. */
  vote(who: number, places: readonly number[]): boolean {
    if (this.is_closed) return false
    this.#votes.set(who, places)
    const votes = [...this.#votes.values()]
    for (const [place, option] of this.options.entries())
      option.voter_count = votes.filter((chosen) => chosen.includes(place)).length
    this.total_voter_count = votes.filter((chosen) => chosen.length > 0).length
    return true
  }

  /** The bot is told, whoever has closed it. */
  close(bot: Bot): void {
    this.is_closed = true
    bot.push('poll', this)
  }
}
