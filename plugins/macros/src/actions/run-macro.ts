import {
  conversationFacts,
  fillTemplate,
  Refusal,
  type ActionCode,
  type PluginContext,
  type RefusalCode,
  type Ticket,
} from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { findShared } from '../macros/macro-store.ts'
import type { Step } from '../macros/step.ts'
import type { run } from './run.ts'

/** Steps that nobody is needed for: a note has an author. */
export type UnaskedStep = Exclude<Step, { kind: 'note' }>
export const isUnasked = (step: Step): step is UnaskedStep => step.kind !== 'note'

/** A conversation that is where it is wanted is no reason to stop. */
const asWanted: readonly RefusalCode[] = ['ERR_TICKET_OF_QUEUE', 'ERR_TICKET_OF_USER']

interface Place {
  readonly core: PluginContext['core']
  readonly ticket: Ticket
  readonly at: string
  readonly key: string
}

/** One step after the other, each under a key of its own; the first that is refused ends it. */
export const runMacro: ActionCode<typeof run.input> = async (
  { macro },
  { ticket, at },
  { core, db, tenant },
  { key },
) => {
  const { steps } = await db.transaction((tx) => findShared(drizzleOn(tx), tenant, macro))
  if (!steps.every(isUnasked)) throw refusal('ERR_NO_MACRO_FOUND')
  for (const [index, step] of steps.entries()) {
    try {
      await act(step, { core, ticket, at, key: `${key}:${index}` })
    } catch (error) {
      if (!Refusal.is(error) || !asWanted.includes(error.code)) throw error
    }
  }
}

/** @throws Refusal */
function act(step: UnaskedStep, { core, ticket, at, key }: Place): Promise<unknown> {
  switch (step.kind) {
    case 'reply':
      return reply(step.text, { core, ticket, at, key })
    case 'action':
      return core.automation.act(
        { plugin: step.plugin, name: step.name, input: step.input },
        { ticket: ticket.id },
        { key },
      )
    case 'addTag':
      return core.tickets.change(ticket.id, { addTags: [step.tagId] })
    case 'removeTag':
      return core.tickets.change(ticket.id, { removeTags: [step.tagId] })
    case 'priority':
      return core.tickets.change(ticket.id, { priority: step.priority })
    case 'snooze': {
      const until = step.minutes === null ? null : new Date(Date.parse(at) + step.minutes * 60_000).toISOString()
      return core.tickets.change(ticket.id, { snooze: { until } })
    }
    case 'toQueue':
      return core.tickets.transfer(ticket.id, { queueId: step.queueId })
    case 'toUser':
      return core.tickets.transfer(ticket.id, { userId: step.userId })
    case 'return':
      return core.tickets.change(ticket.id, { status: 'pending' })
    case 'resolve':
      return core.tickets.change(ticket.id, { status: 'closed', withoutFarewell: step.withoutFarewell })
  }
}

/** By the company's clock and in its language, because nobody runs it. */
async function reply(template: string, { core, ticket, at, key }: Place): Promise<unknown> {
  const company = await core.company.profile()
  const facts = conversationFacts(ticket, {
    company,
    locale: company.locale,
    agent: ticket.username ?? '',
    at: new Date(at),
  })
  return core.messages.send(ticket.id, [{ kind: 'text', text: fillTemplate(template, facts), format: 'markdown' }], {
    key,
  })
}
