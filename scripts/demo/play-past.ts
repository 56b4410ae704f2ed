import type { Day } from './day.ts'
import type { PlacedTicket } from './past-times.ts'
import type { PastTalk } from './stories/last-month.ts'
import { until } from './until.ts'

/** So many conversations take place at once. */
const atOnce = 6

/** Plays conversations that are over, several at once, and answers which tickets they became. */
export async function playPast(day: Day, talks: readonly PastTalk[]): Promise<PlacedTicket[]> {
  const placed: PlacedTicket[] = []
  const waiting = [...talks]
  const playOn = async (): Promise<void> => {
    for (let talk = waiting.shift(); talk !== undefined; talk = waiting.shift()) placed.push(await playOne(day, talk))
  }
  await Promise.all(Array.from({ length: atOnce }, playOn))
  return placed
}

async function playOne(day: Day, { story, when, verdict = [] }: PastTalk): Promise<PlacedTicket> {
  const { customer, answers, ticketId } = await day.play(story)
  let heard = answers
  for (const line of verdict) {
    heard += 1
    await until(
      () => customer.answers(),
      (count) => count >= heard,
      () => `${story.name} was not asked how it was.`,
    )
    await customer.write(line)
  }
  return { ticketId, ...when }
}
