import { mint, type ExternalChatId } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArrivalTimes } from './arrival-times.ts'

const now = Date.UTC(2026, 10, 30, 12)
const hour = 3_600_000
const year = 365 * 24 * hour
const chat = mint<ExternalChatId>('5511988887777@s.whatsapp.net')
const newTimes = (clock = () => now) => new ArrivalTimes(clock)
const stanza = (id: string, offline = false) => ({ tag: 'message', attrs: { id, ...(offline && { offline: '0' }) } })
const login = (at: number) => ({ tag: 'success', attrs: { t: String(at / 1_000) } })

describe('when a message was sent', () => {
  it('is now for what comes on an open line, however wrong its clock is, and as it says within minutes', () => {
    for (const wrongBy of [-year, -hour, hour, year]) {
      const times = newTimes()
      times.stanza(stanza('a'))
      expect(times.of('a', chat, new Date(now + wrongBy))).toEqual(new Date(now))
    }
    const times = newTimes()
    times.stanza(stanza('a'))
    expect(times.of('a', chat, new Date(now - 2_000))).toEqual(new Date(now - 2_000))
    expect(times.of('b', chat, null)).toEqual(new Date(now))
  })

  it('is as long ago as the clock of the server says for what has waited, wherever that clock stands', () => {
    for (const ahead of [-year, -hour, 0, hour, year]) {
      const times = newTimes()
      times.loggedIn(login(now + ahead))
      times.stanza(stanza('a', true))
      expect(times.of('a', chat, new Date(now + ahead - 2 * hour))).toEqual(new Date(now - 2 * hour))
    }
  })

  it('is now for what claims to have waited longer than anything is kept', () => {
    const times = newTimes()
    times.stanza(stanza('a', true))
    expect(times.of('a', chat, new Date(now - year))).toEqual(new Date(now))
  })

  it('is never in the future, nor before what came before it in its conversation', () => {
    const said = fc.option(fc.date({ noInvalidDate: true }), { nil: null })
    const chats = ['one', 'two'].map((id) => mint<ExternalChatId>(id))
    const message = fc.record({ said, isLive: fc.boolean(), chat: fc.constantFrom(...chats), pause: fc.nat(hour) })
    fc.assert(
      fc.property(fc.array(message), fc.integer({ min: -year, max: year }), (messages, ahead) => {
        let clock = now
        const times = newTimes(() => clock)
        times.loggedIn(login(now + ahead))
        const latest = new Map<string, number>()
        for (const [index, { said, isLive, chat, pause }] of messages.entries()) {
          clock += pause
          times.stanza(stanza(String(index), !isLive))
          const at = times.of(String(index), chat, said).getTime()
          expect(at).toBeLessThanOrEqual(clock)
          expect(at).toBeGreaterThanOrEqual(latest.get(chat) ?? 0)
          latest.set(chat, at)
        }
      }),
    )
  })
})
