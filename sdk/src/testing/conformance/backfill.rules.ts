import {
  isSupported,
  type BackfillPage,
  type BackfillQuery,
  type ChannelSpec,
  type InboundMessage,
} from '@recado/contracts'
import { expect } from 'vitest'
import { leftOut, type Rule } from './rule.ts'
import { endingMs, patienceMs, within } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions, type Opened } from './stage.ts'

/** A stand-in has a short history; beyond this many pages it has no end. */
const mostPages = 1_000

/** (i) The past comes whole, once, in order, and goes on where it was left. */
export function backfillRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  if (!isSupported(spec.capabilities.history.level)) return []
  const title = 'the past comes whole and once'
  if (!options.provider || options.without?.backfill !== undefined)
    return [leftOut(options, 'backfill', 'backfill', title)]
  const opened = async () => {
    const on = await openOn(channel, await stageOf(spec, options))
    return Object.assign(on, {
      past:
        on.stage.provider.past ?? expect.fail('the stand-in has no `past`, and `without.backfill` does not say why'),
    })
  }
  return [
    {
      id: 'backfill.whole',
      title,
      run: async () => {
        await using on = await opened()
        expect(byId(messagesOf(await pages(on, on.past.query)))).toEqual(byId(on.past.messages))
      },
    },
    {
      id: 'backfill.origin',
      title: 'every message of the past is marked as such, and makes no noise',
      run: async () => {
        await using on = await opened()
        expect([...new Set(messagesOf(await pages(on, on.past.query)).map(({ origin }) => origin))]).toEqual([
          'history',
        ])
      },
    },
    {
      id: 'backfill.order',
      title: 'inside a page the oldest message is the first',
      run: async () => {
        await using on = await opened()
        for (const { events } of await pages(on, on.past.query)) {
          const times = events.map(({ at }) => at?.getTime() ?? 0)
          expect(times).toEqual(times.toSorted((a, b) => a - b))
        }
      },
    },
    {
      id: 'backfill.resume',
      title: 'it resumes behind any page without gap or repetition, also after a restart',
      run: async () => {
        await using on = await opened()
        const all = await pages(on, on.past.query)
        for (const [index, { cursor }] of all.entries()) {
          const stage = on.stage.restarted()
          const session = await channel.open(stage.connection.ctx)
          const rest = await pages({ session }, { ...on.past.query, cursor })
          await session[Symbol.asyncDispose]()
          expect(messagesOf(rest).map(({ id }) => id)).toEqual(messagesOf(all.slice(index + 1)).map(({ id }) => id))
        }
      },
    },
    {
      id: 'backfill.groups',
      title: 'groups stay out where they are not wanted',
      run: async () => {
        await using on = await opened()
        expect(
          messagesOf(await pages(on, { ...on.past.query, groups: false })).filter(({ isGroup }) => isGroup),
        ).toEqual([])
      },
    },
    {
      id: 'backfill.abort',
      title: 'its signal ends it',
      run: async () => {
        await using on = await opened()
        on.stage.fail('timeout', 'all')
        await within(
          pages(on, on.past.query, AbortSignal.timeout(patienceMs)).then(
            () => undefined,
            () => undefined,
          ),
          'ending',
          endingMs + patienceMs,
        )
      },
    },
  ]
}

async function pages(
  { session }: Pick<Opened, 'session'>,
  query: BackfillQuery,
  signal = new AbortController().signal,
): Promise<BackfillPage[]> {
  const read: BackfillPage[] = []
  for await (const page of session.backfill!(query, signal)) {
    read.push(page)
    if (read.length > mostPages) expect.fail('the past has no end')
  }
  return read
}

const messagesOf = (read: readonly BackfillPage[]): InboundMessage[] => read.flatMap(({ events }) => events)
/** Order and origin have rules of their own. */
const byId = (messages: readonly InboundMessage[]): InboundMessage[] =>
  messages
    .map((message): InboundMessage => ({ ...message, origin: 'history' }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
