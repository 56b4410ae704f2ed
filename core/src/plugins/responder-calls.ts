import {
  Refusal,
  ResponderDecision,
  responderLimitMs,
  type FieldIssue,
  type PluginContext,
  type ResponderPlace,
  type TicketId,
  type MessageId,
} from '@recado/contracts'
import { currentContext } from '../base/context.ts'
import type { Question } from '../responders/responder-turn.ts'
import type { SubjectReader } from './automation-subjects.ts'
import { parsedInput, type BlockCalls } from './block-calls.ts'
import type { Blocks } from './blocks.ts'
import type { Guard } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'

export interface ResponderCallParts {
  readonly blocks: Blocks
  readonly calls: BlockCalls
  readonly guard: Guard
  readonly subjects: SubjectReader
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
}

/** Has responders of plugins asked, each behind the guard of its plugin. */
export class ResponderCalls {
  readonly #parts: ResponderCallParts
  constructor(parts: ResponderCallParts) {
    this.#parts = parts
  }

  /**
   * Checks what a person put together, before it is kept. @throws Refusal ERR_AUTOMATION_BLOCK for a responder that is
   * not offered, ERR_VALIDATION with the fields, both below `body.places`
   */
  async require(tenantId: string, places: readonly ResponderPlace[]): Promise<void> {
    const { blocks, calls } = this.#parts
    const found = await Promise.all(places.map((place) => blocks.responder(tenantId, place)))
    const missing = found.flatMap((one, index): FieldIssue[] =>
      one ? [] : [{ path: `body.places.${index}`, message: 'is not offered' }],
    )
    if (missing.length > 0) throw new Refusal('ERR_AUTOMATION_BLOCK', { issues: missing })
    const issues: FieldIssue[] = []
    for (const [index, one] of found.entries())
      await calls.requireInput({ tenantId }, 'responder', one!, places[index]!.input).catch((error: unknown) => {
        if (!Refusal.is(error) || error.code !== 'ERR_VALIDATION') throw error
        for (const issue of error.facts.issues ?? [])
          issues.push({ ...issue, path: `body.places.${index}.input${issue.path === '' ? '' : `.${issue.path}`}` })
      })
    if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
  }

  /**
   * Undefined for a responder whose plugin does not run or is off, and for a ticket that is gone.
   * @throws Refusal ERR_VALIDATION for an input that does not fit any more, ERR_PLUGIN_FAILED, ERR_TIMEOUT,
   * ERR_PLUGIN_UNAVAILABLE, and what the responder refuses
   */
  async ask(
    tenantId: string,
    place: ResponderPlace,
    { ticketId, messageId, begins }: Question,
    key: string,
  ): Promise<ResponderDecision | undefined> {
    const { blocks, guard, subjects, context } = this.#parts
    const found = await blocks.responder(tenantId, place)
    if (!found) return undefined
    const about = { ticket: ticketId as TicketId, ...(messageId !== null && { message: messageId as MessageId }) }
    const [subject] = await subjects(tenantId, [about])
    if (!subject) return undefined
    const { plugin, block } = found
    const { ticket, contact, message } = subject
    const call = {
      plugin: plugin.id,
      errors: plugin.definition.errors,
      tenantId,
      by: 'company' as const,
      what: `responder ${block.name}`,
      limitMs: block.spec.limitMs ?? responderLimitMs,
      isWithin: currentContext()?.plugin === plugin.id,
    }
    return guard.run(call, async (signal) => {
      const input = parsedInput(block.spec.input, place.input)
      const ctx = await context(plugin, tenantId, signal)
      return ResponderDecision.parse(await block.code(input, { ticket, contact, message, begins }, ctx, { key }))
    })
  }
}
