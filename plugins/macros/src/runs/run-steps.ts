import { Refusal, type Acting, type RefusalCode, type TicketId } from '@recado/sdk'
import type { Step } from '../macros/step.ts'
import type { StepResult } from './run.ts'

/** Place of steps, and their user. `texts` are the texts of replies and notes, by their position. */
export interface RunPlace {
  readonly acting: Acting
  readonly ticketId: TicketId
  readonly key: string
  readonly texts: readonly (string | null)[]
  now(): Date
}

/** A ticket that is where the step wants it is no reason to stop. */
const asWanted: readonly RefusalCode[] = ['ERR_TICKET_OF_QUEUE', 'ERR_TICKET_OF_USER']

const resultOf = ({ kind }: Step, state: StepResult['state'], error: string | null = null): StepResult => ({
  kind,
  state,
  error,
})

/** Results of all steps: the remaining ones wait, or are skipped after a refused one. */
export function overviewOf(steps: readonly Step[], results: readonly StepResult[]): StepResult[] {
  const isStopped = results.some(({ state }) => state === 'refused')
  return steps.map((step, at) => results[at] ?? resultOf(step, isStopped ? 'skipped' : 'waiting'))
}

/**
 * Does one step by core's rules. @throws what is no refusal: then nobody knows whether it was done, and doing it again
 * does no harm
 */
export async function runStep(step: Step, at: number, place: RunPlace): Promise<StepResult> {
  try {
    return { ...resultOf(step, 'done'), ...(await act(step, at, place)) }
  } catch (error) {
    if (!Refusal.is(error)) throw error
    return asWanted.includes(error.code) ? resultOf(step, 'done') : resultOf(step, 'refused', error.code)
  }
}

/** Answers what the step wrote, by which that can be taken back. */
async function act(
  step: Step,
  at: number,
  { acting, ticketId, key: ofRun, texts, now }: RunPlace,
): Promise<Pick<StepResult, 'note' | 'messages'>> {
  const key = { key: `${ofRun}:${at}` }
  switch (step.kind) {
    case 'reply':
      return { messages: [...(await acting.messages.send(ticketId, texts[at] ?? step.text, key)).messages] }
    case 'note':
      return { note: await acting.notes.write(ticketId, texts[at] ?? step.text, key) }
    case 'action':
      await acting.actions.run(ticketId, { plugin: step.plugin, name: step.name, input: step.input }, key)
      return {}
    default:
      await change(step, acting.tickets, ticketId, now)
      return {}
  }
}

function change(
  step: Exclude<Step, { kind: 'reply' | 'note' | 'action' }>,
  tickets: Acting['tickets'],
  ticketId: TicketId,
  now: RunPlace['now'],
): Promise<unknown> {
  switch (step.kind) {
    case 'addTag':
      return tickets.change(ticketId, { addTags: [step.tagId] })
    case 'removeTag':
      return tickets.change(ticketId, { removeTags: [step.tagId] })
    case 'priority':
      return tickets.change(ticketId, { priority: step.priority })
    case 'snooze':
      return tickets.change(ticketId, {
        snooze: {
          until: step.minutes === null ? null : new Date(now().getTime() + step.minutes * 60_000).toISOString(),
        },
      })
    case 'toQueue':
      return tickets.transfer(ticketId, { queueId: step.queueId })
    case 'toUser':
      return tickets.transfer(ticketId, { userId: step.userId })
    case 'return':
      return tickets.change(ticketId, { status: 'pending' })
    case 'resolve':
      return tickets.change(ticketId, { status: 'closed', withoutFarewell: step.withoutFarewell })
  }
}
