import type { ChannelSpec } from '@recado/contracts'
import { expect } from 'vitest'
import { leftOut, type Rule } from './rule.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions, type Stage } from './stage.ts'

/**
 * (k) The provider has one webhook of ours, however often it is registered, and none after the connection is removed.
 */
export function hookRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  const { webhook } = channel
  const title = 'the webhook stands once at the provider, however often it is registered, and is gone afterwards'
  if (!webhook || options.provider?.callbackUrl === null) return []
  if (!options.provider || options.without?.hooks !== undefined) return [leftOut(options, 'hooks', 'hooks', title)]
  return [
    {
      id: 'hooks',
      title,
      run: async () => {
        await using stage = await stageOf(spec, options)
        const { ctx } = stage.connection
        const hooks = (): readonly string[] =>
          stage.provider.hooks?.() ?? expect.fail('the stand-in has no `hooks`, and `without.hooks` does not say why')
        if (webhook.register) {
          for (let times = 0; times < 2; times++) await webhook.register(ctx.callbackUrl!, ctx)
          expect(hooks()).toHaveLength(1)
          await webhook.unregister?.(ctx)
          expect(hooks(), 'webhooks that are left').toEqual([])
        } else await openedTwice(stage, hooks)
      },
    },
  ]

  async function openedTwice(stage: Stage, hooks: () => readonly string[]): Promise<void> {
    await (await channel.open(stage.connection.ctx))[Symbol.asyncDispose]()
    await using on = await openOn(channel, stage.restarted())
    expect(hooks()).toHaveLength(1)
    await on.session.logout?.(new AbortController().signal, 'deleted')
    expect(hooks(), 'webhooks that are left').toEqual([])
  }
}
