import { setTimeout as pause } from 'node:timers/promises'
import type { Day, Talk } from './day.ts'
import type { Story } from './stories/story.ts'

const lookEveryMs = 1_000
/** How long a customer takes to answer. */
const thinkMs = { least: 3_000, most: 9_000 }
const newCustomerEveryMs = 60_000

/** Until the signal: customers answer what they are written, and others write for the first time. */
export async function liveOn(day: Day, talks: Talk[], later: readonly Story[], signal: AbortSignal): Promise<void> {
  const waiting = [...later]
  let nextCustomer = Date.now() + newCustomerEveryMs
  try {
    while (!signal.aborted) {
      await pause(lookEveryMs, undefined, { signal })
      for (const talk of talks) await goOn(talk)
      if (waiting.length === 0 || Date.now() < nextCustomer) continue
      nextCustomer = Date.now() + newCustomerEveryMs
      talks.push(await day.begin(waiting.shift()!))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** A customer who has got something new thinks for a moment, and says the next thing of their story. */
async function goOn(talk: Talk): Promise<void> {
  const answers = await talk.customer.answers()
  if (answers > talk.answers) {
    talk.answers = answers
    talk.writesAt ??= Date.now() + thinkMs.least + Math.random() * (thinkMs.most - thinkMs.least)
  }
  if (talk.writesAt === undefined || talk.writesAt > Date.now()) return
  talk.writesAt = undefined
  const line = talk.story.next.at(talk.said++)
  if (line !== undefined) await talk.customer.write(line)
}
