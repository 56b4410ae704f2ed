import type { ChannelSpec } from '@recado/contracts'
import { expect } from 'vitest'
import { leftOut, type Rule } from './rule.ts'
import { channelFailure, endingMs, failureOf, patienceMs, within } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions, type Opened } from './stage.ts'

/** Files that came by reference can be had, and what cannot be had does not hold anybody up. */
export function fileRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  const handsIn = (options.genuine ?? []).some(({ events }) =>
    events.some(
      (event) =>
        (event.type === 'message' || event.type === 'edit') && event.parts.some(({ kind }) => kind === 'remoteMedia'),
    ),
  )
  if (!handsIn) return []
  const title = 'a file is fetched by its reference'
  if (!options.provider || options.without?.files !== undefined) return [leftOut(options, 'files', 'files', title)]
  const opened = async (): Promise<Opened & { readonly files: NonNullable<Opened['stage']['provider']['files']> }> => {
    const on = await openOn(channel, await stageOf(spec, options))
    return Object.assign(on, {
      files:
        on.stage.provider.files ?? expect.fail('the stand-in has no `files`, and `without.files` does not say why'),
    })
  }
  const { signal } = new AbortController()
  return [
    {
      id: 'files.bytes',
      title,
      run: async () => {
        await using on = await opened()
        expect(await fetched(on, on.files.ref, signal)).toEqual(Buffer.from(on.files.bytes))
      },
    },
    {
      id: 'files.missing',
      title: 'a file that is gone is a ChannelError',
      run: async () => {
        await using on = await opened()
        const error = await channelFailure(fetched(on, on.files.missing, signal))
        expect(['notFound', 'provider'], `the kind is ${error.kind}`).toContain(error.kind)
      },
    },
    {
      id: 'files.abort',
      title: 'fetching a file ends with its signal',
      run: async () => {
        await using on = await opened()
        on.stage.fail('timeout', 'all')
        await within(
          failureOf(fetched(on, on.files.ref, AbortSignal.timeout(patienceMs))),
          'giving up',
          endingMs + patienceMs,
        )
      },
    },
  ]
}

/** All bytes of the file behind a reference. */
export async function fetched({ session }: Pick<Opened, 'session'>, ref: string, signal: AbortSignal): Promise<Buffer> {
  const { stream } = await session.fetchMedia!(ref, signal)
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
