import {
  ChannelError,
  fieldIssue,
  Refusal,
  type AutomationSubject,
  type BlockCall,
  type PluginContext,
  type RefusalCode,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { currentContext } from '../base/context.ts'
import { forUser } from './acting.ts'
import type { Blocks, BlockKind, BlockUser, Contributed } from './blocks.ts'
import type { ContextParts } from './context.ts'
import type { Guard, GuardedCall } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'

export interface BlockCallParts extends Pick<ContextParts, 'ports' | 'acting' | 'recordAct'> {
  readonly blocks: Blocks
  readonly guard: Guard
  /** Time limit of an event, whose handling waits for the call. */
  readonly limitMs: number
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
}

/** Why a condition could not be asked. */
interface Unasked {
  readonly error: RefusalCode
}

/** Has blocks of plugins asked and done, each by the plugin that contributes it and behind its guard. */
export class BlockCalls {
  readonly #parts: BlockCallParts
  constructor(parts: BlockCallParts) {
    this.#parts = parts
  }

  /**
   * @throws Refusal ERR_VALIDATION with the fields, as its form names them, and ERR_PLUGIN_FAILED where reading it is
   * what fails
   */
  async requireInput(
    { tenantId }: BlockUser,
    kind: BlockKind | 'responder',
    {
      plugin,
      block,
    }: Contributed<{
      name: string
      form: { split(input: Readonly<Record<string, unknown>>, kept: Readonly<Record<string, string>>): unknown }
    }>,
    input: BlockCall['input'],
  ): Promise<void> {
    await this.#parts.guard.run(this.#call(plugin, tenantId, `input of ${kind} ${block.name}`), () => {
      block.form.split(input, {})
    })
  }

  /**
   * Evaluates one condition for all of these at once. A failure of its plugin is an answer; only errors of core are
   * thrown.
   */
  async ask(
    user: BlockUser,
    call: BlockCall,
    subjects: readonly AutomationSubject[],
  ): Promise<readonly boolean[] | Unasked> {
    const { blocks, guard, ports, context } = this.#parts
    const { tenantId, viewer } = user
    const found = await blocks.condition(user, call)
    if (!found) return { error: 'ERR_AUTOMATION_BLOCK' }
    const { plugin, block } = found
    try {
      return await guard.run(this.#call(plugin, tenantId, `condition ${block.name}`), async (signal) => {
        const input = parsedInput(block.spec.input, call.input)
        const ctx = await context(plugin, tenantId, signal)
        return answersTo(
          subjects,
          await block.code(
            input,
            subjects,
            viewer ? { ...ctx, core: ports(tenantId, plugin.definition, viewer) } : ctx,
          ),
        )
      })
    } catch (error) {
      if (Refusal.is(error)) return { error: error.code }
      if (ChannelError.is(error)) return { error: 'ERR_PLUGIN_FAILED' }
      throw error
    }
  }

  /**
   * Has an action done: for a user in their name, else by the plugin as itself. @throws Refusal ERR_AUTOMATION_BLOCK,
   * ERR_VALIDATION, ERR_PLUGIN_FAILED, ERR_TIMEOUT, and what the action refuses
   */
  async run(user: BlockUser, call: BlockCall, subject: AutomationSubject, key: string): Promise<void> {
    const { blocks, guard, context } = this.#parts
    const { tenantId, viewer } = user
    const found = await blocks.action(user, call, viewer ? 'user' : 'automation')
    if (!found) throw new Refusal('ERR_AUTOMATION_BLOCK')
    const { plugin, block } = found
    await guard.run(this.#call(plugin, tenantId, `action ${block.name}`), async (signal) => {
      const input = parsedInput(block.spec.input, call.input)
      const ctx = await context(plugin, tenantId, signal)
      await (viewer
        ? this.#inNameOf(viewer, plugin, ctx, signal, (acting) => block.code(input, subject, acting, { key }))
        : block.code(input, subject, ctx, { key }))
    })
  }

  /** Rights in the user's name end with the action, whatever its outcome. */
  async #inNameOf(
    viewer: Viewer,
    plugin: RunningPlugin,
    ctx: PluginContext,
    signal: AbortSignal,
    work: (ctx: PluginContext) => Promise<void>,
  ): Promise<void> {
    const lease = { isOver: false }
    try {
      await work(forUser(ctx, plugin, { viewer }, this.#parts, () => lease.isOver || signal.aborted))
    } finally {
      lease.isOver = true
    }
  }

  /** A plugin that has its own blocks asked is let in already: a trial of it must not be refused by itself. */
  #call({ id, definition }: RunningPlugin, tenantId: string, what: string): GuardedCall {
    return {
      plugin: id,
      errors: definition.errors,
      tenantId,
      by: 'company',
      what,
      limitMs: this.#parts.limitMs,
      isWithin: currentContext()?.plugin === id,
    }
  }
}

/** Stored input may be older than the schema: an unknown field is skipped. */
export function parsedInput(schema: z.ZodObject, input: BlockCall['input']): Record<string, unknown> {
  const result = schema.safeParse(input)
  if (!result.success)
    throw new Refusal('ERR_VALIDATION', { issues: result.error.issues.map((issue) => fieldIssue(issue, 'input')) })
  return result.data
}

function answersTo(subjects: readonly AutomationSubject[], answers: unknown): readonly boolean[] {
  if (
    !Array.isArray(answers) ||
    answers.length !== subjects.length ||
    answers.some((answer) => typeof answer !== 'boolean')
  )
    throw new TypeError(`a condition answers true or false for each of the ${subjects.length} it was asked about`)
  return answers as boolean[]
}
