import { ChannelError, channelErrorKinds, type ChannelSpec } from '@recado/contracts'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import type { ProviderFault } from './options.ts'
import { leftOut, type Rule } from './rule.ts'
import { patienceMs, within } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions, type Stage } from './stage.ts'

const faults: readonly ProviderFault[] = ['401', '403', '500', 'reset', 'timeout']

/** The test of a connection reports the mistake, and has no effect. */
export function checkRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  if (!options.provider)
    return [leftOut(options, 'provider', 'check', 'the test of a connection names what is broken, and changes nothing')]
  return [
    {
      id: 'check.good',
      title: 'the test of a connection that works says who it is',
      run: async () => {
        await using on = await openOn(channel, await stageOf(spec, options))
        const result = await channel.check(on.stage.connection.ctx, { isKept: true })
        expect(result).toMatchObject({ ok: true })
        expect(result.ok && result.identity.trim(), 'the identity').not.toBe('')
      },
    },
    {
      id: 'check.unkept',
      title: 'settings are good before a session has set anything up at the provider',
      run: async () => {
        await using stage = await stageOf(spec, options)
        expect(await channel.check(stage.connection.ctx, { isKept: false })).toMatchObject({ ok: true })
      },
    },
    {
      id: 'check.quiet',
      title: 'the test of a connection changes nothing, here or at the provider',
      run: async () => {
        await using stage = await stageOf(spec, options)
        const before = traces(stage)
        await channel.check(stage.connection.ctx, { isKept: true })
        expect(traces(stage)).toEqual(before)
      },
    },
    ...faults.map((fault): Rule => ({
      id: 'check.step',
      title: `the test of a connection names the broken step: ${fault}`,
      run: async () => {
        await using stage = await stageOf(spec, options)
        stage.fail(fault, 'all')
        const ctx =
          fault === 'timeout'
            ? { ...stage.connection.ctx, signal: AbortSignal.timeout(patienceMs) }
            : stage.connection.ctx
        const result = await within(channel.check(ctx, { isKept: true }), 'the test of a connection').catch(
          (error: unknown) =>
            expect.fail(`check must not throw, and threw ${inspect(ChannelError.is(error) ? error.message : error)}`),
        )
        // Some channels have no provider to call.
        if (stage.connection.requests.length === 0) return
        expect(result, 'a provider that refuses everything is no good connection').toMatchObject({ ok: false })
        if (result.ok) return
        expect(result.step, 'the step has words on the screen: check.<step>.title and .fix').toMatch(/^[A-Za-z][\w-]*$/)
        expect(channelErrorKinds).toContain(result.error.kind)
      },
    })),
  ]
}

const traces = ({ connection, provider }: Stage) => ({
  state: connection.state.snapshot(),
  secrets: connection.secrets(),
  events: [...connection.events],
  reported: [...connection.states],
  delivered: provider.delivered(),
  hooks: [...(provider.hooks?.() ?? [])],
})
