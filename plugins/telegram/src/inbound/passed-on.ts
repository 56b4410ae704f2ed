import { listOf } from '@recado/sdk/server'
import * as z from 'zod'

/* What people pass on to a bot out of Telegram itself, told by the names and words that are in it, and by signs that
   read the same in every language. */

const words = z.string().optional().catch(undefined)
const count = z.int().positive().optional().catch(undefined)
const Named = z.object({ title: words, first_name: words, last_name: words, username: words })
type Named = z.output<typeof Named>

export const Story = z.object({ chat: Named, id: z.int().positive() })
const Prize = z.object({ prize_description: words, prize_star_count: count, premium_subscription_month_count: count })
export const Giveaway = Prize.extend({ chats: listOf(Named).optional() })
export const Winners = Prize.extend({ chat: Named.optional().catch(undefined), winners: listOf(Named).optional() })

const nameOf = ({ title, first_name: first, last_name: last, username }: Named): string =>
  title ?? ([first, last].filter(Boolean).join(' ') || (username === undefined ? '' : `@${username}`))

/** Lines of a story: whose it is, and its address, which those of hidden accounts have not. None without a name. */
export function storyWords({ chat, id }: z.output<typeof Story>): string[] {
  const name = nameOf(chat)
  if (name === '') return []
  return [`📖 ${name}`, ...(chat.username === undefined ? [] : [`https://t.me/${chat.username}/s/${id}`])]
}

const prizeOf = ({
  prize_description: described,
  prize_star_count: stars,
  premium_subscription_month_count: months,
}: z.output<typeof Prize>): (string | undefined)[] => [
  described,
  stars === undefined ? undefined : `⭐ ${stars}`,
  months === undefined ? undefined : `Telegram Premium × ${months}`,
]
const listed = (sign: string, people: readonly Named[], prize: readonly (string | undefined)[]): string[] => {
  const names = people.map(nameOf).filter((name) => name !== '')
  const lines = [names.join(', '), ...prize].filter((line) => line !== undefined && line !== '')
  return lines.length === 0 ? [] : ([`${sign} ${lines[0]}`, ...lines.slice(1)] as string[])
}

/** Lines of a giveaway: the channels that are followed for it, and what can be won. None where it says nothing. */
export const givenAway = ({ chats = [], ...prize }: z.output<typeof Giveaway>): string[] =>
  listed('🎁', chats, prizeOf(prize))
/** Lines of a giveaway that has ended: who won what. */
export const giveawayWon = ({ winners = [], ...prize }: z.output<typeof Winners>): string[] =>
  listed('🏆', winners, prizeOf(prize))

const spelled = (value: unknown): string =>
  Array.isArray(value) ? value.map(spelled).filter(Boolean).join(', ') : typeof value === 'object' ? '' : String(value)

/** What a page of the bot sends: the fields of a form line by line, anything else as it came. */
export function filledIn(data: string): string[] {
  let fields: unknown
  try {
    fields = JSON.parse(data)
  } catch {
    return [data]
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return [data]
  const lines = Object.entries(fields)
    .map(([name, value]) => [name, spelled(value)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
  return lines.length === 0 ? [data] : lines
}
