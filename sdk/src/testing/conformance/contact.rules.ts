import {
  isSupported,
  type ChannelContact,
  type ChannelContactPage,
  type ChannelContactQuery,
  type ChannelSpec,
} from '@recado/contracts'
import { expect } from 'vitest'
import { leftOut, type Rule } from './rule.ts'
import { endingMs, patienceMs, within } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions, type Opened } from './stage.ts'

/** A stand-in has few contacts; beyond this many pages its list has no end. */
const mostPages = 1_000

/** (j) Every contact of the provider is listed once, and the list goes on where it was left. */
export function contactRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  if (!isSupported(spec.capabilities.contacts)) return []
  const title = 'everybody the provider knows is listed, and nobody else'
  if (!options.provider || options.without?.contacts !== undefined)
    return [leftOut(options, 'contacts', 'contacts', title)]
  const opened = async () => {
    const on = await openOn(channel, await stageOf(spec, options))
    return Object.assign(on, {
      people:
        on.stage.provider.people ??
        expect.fail('the stand-in has no `people`, and `without.contacts` does not say why'),
    })
  }
  return [
    {
      id: 'contacts.whole',
      title,
      run: async () => {
        await using on = await opened()
        expect(byId(peopleOf(await pages(on)))).toEqual(byId(on.people))
      },
    },
    {
      id: 'contacts.once',
      title: 'nobody is listed twice',
      run: async () => {
        await using on = await opened()
        const ids = peopleOf(await pages(on)).map(({ id }) => id)
        expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
      },
    },
    {
      id: 'contacts.resume',
      title: 'the list resumes behind any page and leaves nobody out, also after a restart',
      run: async () => {
        await using on = await opened()
        const all = await pages(on)
        for (const [index, { cursor }] of all.entries()) {
          const session = await channel.open(on.stage.restarted().connection.ctx)
          const rest = peopleOf(await pages({ session }, { cursor })).map(({ id }) => id)
          await session[Symbol.asyncDispose]()
          const seen = new Set(peopleOf(all.slice(0, index + 1)).map(({ id }) => id))
          // Contacts listed before the restart may be listed again: an adapter that follows the provider's order cannot
          // avoid it.
          expect(rest.filter((id) => !seen.has(id)).toSorted()).toEqual(
            peopleOf(all.slice(index + 1))
              .map(({ id }) => id)
              .toSorted(),
          )
          if (index === all.length - 1) expect(rest).toEqual([])
        }
      },
    },
    {
      id: 'contacts.abort',
      title: 'its signal ends it',
      run: async () => {
        await using on = await opened()
        on.stage.fail('timeout', 'all')
        await within(
          pages(on, {}, AbortSignal.timeout(patienceMs)).then(
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
  query: ChannelContactQuery = {},
  signal = new AbortController().signal,
): Promise<ChannelContactPage[]> {
  const read: ChannelContactPage[] = []
  for await (const page of session.listContacts!(query, signal)) {
    read.push(page)
    if (read.length > mostPages) expect.fail('the list of contacts has no end')
  }
  return read
}

const peopleOf = (read: readonly ChannelContactPage[]): ChannelContact[] => read.flatMap(({ contacts }) => contacts)
/** The rule against repetitions is another one. */
const byId = (people: readonly ChannelContact[]): ChannelContact[] =>
  [...new Map(people.map((person) => [person.id, person])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
