import {
  Refusal,
  type ChannelImplementation,
  type ChannelSpec,
  type ConnectionContext,
  type PluginErrors,
  type WebhookHandler,
} from '@recado/contracts'
import type { Guard } from './guard.ts'

type AnyChannel = ChannelImplementation<ChannelSpec>
type AnyContext = ConnectionContext<Record<string, unknown>>

/** "Test connection" and a provider's own handshake: people and providers wait for it. */
const checkLimitMs = 15_000
/** Opening may sign in at a provider; after that, the session stays open. */
const openLimitMs = 30_000
/** A signature is computed, not fetched. */
const verifyLimitMs = 5_000

/** A channel's code with the guard before every call that core waits for. Core's channel modules get no other. */
export function guardedChannel(
  { id: plugin, errors }: { readonly id: string; readonly errors: PluginErrors },
  type: string,
  channel: AnyChannel,
  guard: Guard,
): AnyChannel {
  const run = <T>(
    ctx: Pick<AnyContext, 'tenant' | 'signal'>,
    step: string,
    limitMs: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> =>
    guard.run(
      {
        plugin,
        errors,
        tenantId: ctx.tenant,
        by: 'company',
        what: `${step} of channel ${type}`,
        limitMs,
        signal: ctx.signal,
      },
      work,
    )
  const { webhook } = channel
  return {
    check: (ctx, scope) => run(ctx, 'check', checkLimitMs, () => channel.check(ctx, scope)),
    open: (ctx) =>
      run(ctx, 'open', openLimitMs, async (signal) => {
        const session = await channel.open(ctx)
        // The call was given up, so the session would never be closed.
        if (signal.aborted) await session[Symbol.asyncDispose]()
        return session
      }),
    ...(channel.normalise && { normalise: (value) => channel.normalise!(value) }),
    ...(webhook && { webhook: guardedWebhook(webhook, run) }),
  }
}

function guardedWebhook(
  webhook: WebhookHandler<Record<string, unknown>>,
  run: <T>(ctx: AnyContext, step: string, limitMs: number, work: () => Promise<T>) => Promise<T>,
): WebhookHandler<Record<string, unknown>> {
  const { deliversByGet, handshake, register, unregister } = webhook
  // Core hands over whole contexts; the contract shows these steps only the part that they may need.
  const whole = (ctx: Pick<AnyContext, 'config' | 'secrets'>): AnyContext => ctx as AnyContext
  return {
    ...(deliversByGet !== undefined && { deliversByGet }),
    verify: (request, ctx) => run(whole(ctx), 'verify', verifyLimitMs, () => webhook.verify(request, ctx)),
    parse(request, config) {
      try {
        return webhook.parse(request, config)
      } catch (error) {
        // Parsed data comes from outside: a payload that breaks the parser must not be able to suspend the channel.
        throw new Refusal('ERR_PLUGIN_FAILED', {}, { cause: error })
      }
    },
    ...(handshake && {
      handshake: (request, ctx) =>
        run(whole(ctx), 'handshake', checkLimitMs, () => handshake.call(webhook, request, ctx)),
    }),
    ...(register && {
      register: (callback, ctx) => run(ctx, 'register', checkLimitMs, () => register.call(webhook, callback, ctx)),
    }),
    ...(unregister && {
      unregister: (ctx) => run(ctx, 'unregister', checkLimitMs, () => unregister.call(webhook, ctx)),
    }),
  }
}
