import { channelOperations, type ChannelSpec } from '@recado/contracts'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import { providerFaults } from './options.ts'
import { leftOut, type Rule } from './rule.ts'
import { endingMs, patienceMs, send, within } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions, type StageFault } from './stage.ts'

const shortestSecret = 6

/** (j) Secrets of a connection never appear in outputs that others read. */
export function secretRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  const title = 'no secret is in a line of the log, an error, a state, an event or a report, whatever goes wrong'
  if (!options.provider) return [leftOut(options, 'provider', 'secrets.kept', title)]
  return [
    {
      id: 'secrets.kept',
      title,
      run: async () => {
        await using stage = await stageOf(spec, options)
        const errors: unknown[] = []
        const attempt = (work: Promise<unknown>): Promise<unknown> =>
          within(work, 'an attempt').catch((error: unknown) => errors.push(error))
        const on = await openOn(channel, stage)
        const faults: StageFault[] = [...providerFaults, 'echo']
        for (const fault of faults) {
          stage.fail(fault, 'all')
          const impatient = {
            ...stage.connection.ctx,
            signal: AbortSignal.timeout(fault === 'timeout' ? patienceMs : endingMs),
          }
          await Promise.all([
            attempt(send(on, { signal: impatient.signal })),
            on.session.fetchMedia &&
              attempt(on.session.fetchMedia(stage.provider.files?.ref ?? 'nothing', impatient.signal)),
            attempt(
              channel.check(impatient, { isKept: true }).then((result) => {
                if (!result.ok) errors.push(result)
              }),
            ),
          ])
        }
        stage.fail('echo', 'all')
        await attempt(
          channel
            .open({ ...stage.connection.ctx, signal: AbortSignal.timeout(endingMs) })
            .then((session) => session[Symbol.asyncDispose]()),
        )
        stage.fail(undefined)
        const { output } = channelOperations['session.diagnose']
        const report = await on.session.operations?.['session.diagnose']?.({}, AbortSignal.timeout(endingMs))
        if (report) output.parse(report)
        await on.session[Symbol.asyncDispose]()
        const { logs, states, events } = stage.connection
        for (const [place, said] of Object.entries({ log: logs, states, events, errors, report }))
          expect(leaked(said, stage.connection.secrets()), `secrets in the ${place}`).toEqual([])
      },
    },
  ]
}

/** Names of the secrets that can be read in something, as they are or as addresses and headers carry them. */
export function leaked(said: unknown, secrets: Readonly<Record<string, string>>): string[] {
  const text = inspect(said, { depth: 12, maxStringLength: null, maxArrayLength: null, breakLength: Infinity })
  return Object.entries(secrets)
    .filter(([, secret]) => secret.length >= shortestSecret)
    .filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling)))
    .map(([name]) => name)
}

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
]
