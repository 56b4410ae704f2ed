import { isSupported, type ChannelSpec, type ExternalChatId } from '@recado/contracts'
import { expect } from 'vitest'
import { fetched } from './file.rules.ts'
import { leftOut, type Rule } from './rule.ts'
import { endingMs, failureOf, patienceMs, within } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions } from './stage.ts'

/** (k) Who writes is described as the provider knows them, and who is not known does not hold anybody up. */
export function profileRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  if (!isSupported(spec.capabilities.profiles)) return []
  const title = 'somebody is described with name and picture'
  if (!options.provider || options.without?.profiles !== undefined)
    return [leftOut(options, 'profiles', 'profiles', title)]
  const opened = async () => {
    const on = await openOn(channel, await stageOf(spec, options))
    return Object.assign(on, {
      known:
        on.stage.provider.profile ??
        expect.fail('the stand-in has no `profile`, and `without.profiles` does not say why'),
    })
  }
  const { signal } = new AbortController()
  return [
    {
      id: 'profiles.known',
      title,
      run: async () => {
        await using on = await opened()
        const told = await on.session.describe!(on.known.chat as ExternalChatId, signal)
        expect(told?.name).toBe(on.known.name)
        if (on.known.picture)
          expect(await fetched(on, told!.picture ?? expect.fail('there is no picture'), signal)).toEqual(
            Buffer.from(on.known.picture),
          )
      },
    },
    {
      id: 'profiles.unknown',
      title: 'of whom the provider does not know there is nothing to tell',
      run: async () => {
        await using on = await opened()
        expect(await on.session.describe!(on.known.stranger as ExternalChatId, signal)).toBeUndefined()
      },
    },
    {
      id: 'profiles.abort',
      title: 'describing somebody ends with its signal',
      run: async () => {
        await using on = await opened()
        on.stage.fail('timeout', 'all')
        const describing = on.session.describe!(on.known.chat as ExternalChatId, AbortSignal.timeout(patienceMs))
        await within(failureOf(describing), 'giving up', endingMs + patienceMs)
      },
    },
  ]
}
