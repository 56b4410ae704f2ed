import { Refusal, type EventDefinition, type EventMeta, type PluginContext } from '@recado/contracts'
import type * as z from 'zod'
import { Postponed, type Consumer, type EventBus } from '../bus/bus.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Availabilities } from './availability.ts'
import { taskName } from './context.ts'
import type { Guard } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'

/** Longest handling of one event, in milliseconds: as long as a request's, because other events of its key wait. */
export const eventLimitMs = 10_000
/** Longest run of one job, in milliseconds. Longer work is cut into several jobs. */
export const jobLimitMs = 5 * 60_000

export interface WorkParts {
  readonly availability: Availabilities
  readonly guard: Guard
  readonly bus: EventBus
  readonly jobs: Jobs
  readonly eventMs: number
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
}

type Handler = (data: unknown, ctx: PluginContext, meta: EventMeta) => Promise<void>

/**
 * Subscribes a plugin to the events it listens to: one durable consumer for each. Events of companies that do not have
 * it enabled are skipped. While the plugin is suspended, events wait in their order and no try is counted.
 */
export async function subscribe(
  plugin: RunningPlugin,
  parts: WorkParts,
): Promise<readonly { close(): Promise<void> }[]> {
  const listened = Object.entries(plugin.definition.on as Record<string, EventDefinition>)
  return Promise.all(listened.map(([key, event]) => parts.bus.subscribe(consumerOf(plugin, key, event, parts))))
}

function consumerOf(
  plugin: RunningPlugin,
  key: string,
  event: EventDefinition,
  { availability, guard, eventMs, context }: WorkParts,
): Consumer {
  const handle = (plugin.implementation.on as Record<string, Handler>)[key]!
  return {
    name: `plugin.${plugin.id}.${key}`,
    names: [event.name],
    // A little more than the handler's own limit, which is the one that names the plugin.
    timeoutMs: eventMs + 5_000,
    async handler({ id, tenantId, data }, { attempt, mayRepeat, signal }) {
      if (!(await availability.usable(plugin, tenantId))) return
      const call = {
        plugin: plugin.id,
        errors: plugin.definition.errors,
        tenantId,
        by: 'company' as const,
        what: `event ${event.name}`,
        limitMs: eventMs,
        signal,
      }
      try {
        await guard.run(call, async (limited) =>
          handle(await event.schema.parseAsync(data), await context(plugin, tenantId, limited), {
            id,
            attempt,
            mayRepeat,
          }),
        )
      } catch (error) {
        const retryAfterSeconds =
          Refusal.is(error) && error.code === 'ERR_PLUGIN_UNAVAILABLE' ? error.facts.retryAfterSeconds : undefined
        throw retryAfterSeconds === undefined
          ? error
          : new Postponed(retryAfterSeconds * 1_000, `${plugin.id} is suspended for this company`)
      }
    },
  }
}

/** Ends what {@link registerJobs} began. */
export function unregisterJobs({ id, definition }: RunningPlugin, { jobs }: WorkParts): void {
  for (const name of Object.keys(definition.jobs as object)) jobs.unregister(taskName(id, name))
}

/**
 * Registers the jobs of a plugin. A job whose plugin was disabled meanwhile is dropped; its data stays in the plugin's
 * tables.
 */
export function registerJobs(plugin: RunningPlugin, { availability, guard, jobs, context }: WorkParts): void {
  const handlers = plugin.implementation.jobs as Record<
    string,
    (data: unknown, ctx: PluginContext, meta: { attempt: number }) => Promise<void>
  >
  for (const [name, schema] of Object.entries(plugin.definition.jobs as Record<string, z.ZodType>)) {
    jobs.register(taskName(plugin.id, name), async ({ tenantId, data, attempt, signal }) => {
      if (!(await availability.usable(plugin, tenantId))) return
      const call = {
        plugin: plugin.id,
        errors: plugin.definition.errors,
        tenantId,
        by: 'company' as const,
        what: `job ${name}`,
        limitMs: jobLimitMs,
        signal,
      }
      await guard.run(call, async (limited) =>
        handlers[name]!(await schema.parseAsync(data), await context(plugin, tenantId, limited), { attempt }),
      )
    })
  }
}
