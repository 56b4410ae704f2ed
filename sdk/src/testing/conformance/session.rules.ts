import { ChannelError, type ChannelSpec, type SessionState } from '@recado/contracts'
import { expect } from 'vitest'
import { openHandles } from './open-handles.ts'
import { leftOut, type Rule } from './rule.ts'
import { send, until, within } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions } from './stage.ts'

const loginMs = 5_000

/** (g) A closed session leaves nothing behind. (h) Its reported states are possible. */
export function sessionRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  if (!options.provider)
    return [
      leftOut(
        options,
        'provider',
        'end',
        'a session ends when it is told to, and reports only states that are possible',
      ),
    ]
  return [
    {
      id: 'end.signal',
      title: 'ctx.signal stops every socket, timer and request within two seconds',
      run: async () => {
        const stage = await stageOf(spec, options)
        using handles = openHandles()
        const session = await handles.inside(() => channel.open(stage.connection.ctx))
        try {
          stage.connection.stop()
          await until(
            () => handles.open().length === 0 && stage.underWay() === 0,
            () => `still open: ${[...handles.open(), `${stage.underWay()} requests`].join(', ')}`,
          )
        } finally {
          await session[Symbol.asyncDispose]()
          await stage[Symbol.asyncDispose]()
        }
      },
    },
    {
      id: 'end.dispose',
      title: 'a disposed session leaves nothing open and says nothing more',
      run: async () => {
        await using stage = await stageOf(spec, options)
        using handles = openHandles()
        const on = await handles.inside(() => openOn(channel, stage))
        await handles.inside(() => send(on))
        await within(on.session[Symbol.asyncDispose](), 'disposing')
        const { length } = stage.connection.states
        await until(
          () => handles.open().length === 0 && stage.underWay() === 0,
          () => `still open: ${[...handles.open(), `${stage.underWay()} requests`].join(', ')}`,
        )
        expect(
          stage.connection.states.slice(length).filter(({ state }) => state !== 'stopped'),
          'states that were reported after the end',
        ).toEqual([])
      },
    },
    {
      id: 'states.legal',
      title: 'the states it reports follow one another and are complete',
      run: async () => {
        const stage = await stageOf(spec, options)
        {
          await using on = await openOn(channel, stage)
          await send(on)
        }
        expect(illegalStates(stage.connection.states)).toEqual([])
      },
    },
    {
      id: 'states.refused',
      title: 'with refused credentials it does not report itself connected',
      run: async () => {
        await using stage = await stageOf(spec, options)
        stage.fail('401', 'all')
        try {
          await using on = await openOn(channel, stage)
          await send(on).catch(() => undefined)
        } catch (error) {
          if (!ChannelError.is(error)) throw error
        }
        expect(illegalStates(stage.connection.states)).toEqual([])
        if (stage.connection.requests.length > 0)
          expect(stage.connection.states.map(({ state }) => state)).not.toContain('connected')
      },
    },
    loginRule(spec, channel, options),
  ]
}

function loginRule(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule {
  const title = 'who signs in is asked for it, and connected afterwards'
  if (options.without?.login !== undefined) return leftOut(options, 'login', 'states.login', title)
  return {
    id: 'states.login',
    title,
    run: async () => {
      const stage = await stageOf(spec, options)
      await using on = await openOn(channel, stage)
      const { states } = stage.connection
      const shown = () => states.map(({ state }) => state).join(', ') || 'nothing'
      if (on.stage.provider.login === undefined) {
        expect(
          states.filter((each) => each.state === 'needsAction' && each.reason === 'login'),
          'it asks a person to sign in, but the stand-in has no `login`',
        ).toEqual([])
        return
      }
      await until(
        () => states.some((each) => each.state === 'needsAction' && each.reason === 'login'),
        () => `it did not ask for a login, it reported ${shown()}`,
        loginMs,
      )
      await on.stage.provider.login()
      await until(
        () => states.at(-1)?.state === 'connected',
        () => `it did not connect after the login, it reported ${shown()}`,
        loginMs,
      )
      expect(illegalStates(states)).toEqual([])
    },
  }
}

/** A sentence for every report that cannot be, in the order of the reports. */
export function illegalStates(states: readonly SessionState[]): string[] {
  return states.flatMap((state, index) => {
    const before = states[index - 1]?.state
    const said = state as Readonly<Record<string, unknown>>
    const complaints: string[] = []
    if ((before === 'stopped' || before === 'failed') && state.state !== 'starting' && state.state !== before)
      complaints.push(`${state.state} cannot follow ${before}: begin with starting`)
    if (state.state === 'degraded' || state.state === 'failed')
      for (const name of ['code', 'message'])
        if (typeof said[name] !== 'string' || said[name] === '') complaints.push(`${state.state} needs a ${name}`)
    if (state.state === 'degraded' && state.retryAt !== undefined && Number.isNaN(state.retryAt.getTime()))
      complaints.push('retryAt is no time')
    if (state.state === 'needsAction' && state.qr !== undefined && (state.reason !== 'login' || state.qr === ''))
      complaints.push('a QR code is for signing in, and is not empty')
    return complaints
  })
}
