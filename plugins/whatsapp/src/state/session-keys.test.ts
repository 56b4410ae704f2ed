import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'

interface SessionRecord {
  closeSession(session: object): void
  openSession(session: object): void
  removeOldSessions(): void
}

/** The library that holds the ratchets, as Baileys loads it: patched (decision 129). */
const SessionRecord = createRequire(fileURLToPath(import.meta.resolve('baileys')))(
  'libsignal/src/session_record.js',
) as new () => SessionRecord & { sessions: Record<string, object> }

afterEach(() => void vi.restoreAllMocks())

it('prints no session, whose private keys would be kept with the logs', () => {
  const printed = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue())
  const record = new SessionRecord()
  for (let index = 0; index < 50; index++) {
    const session = { indexInfo: { closed: -1 }, currentRatchet: { ephemeralKeyPair: { privKey: 'a private key' } } }
    record.sessions[index] = session
    record.closeSession(session)
    record.closeSession(session)
    record.openSession(session)
    record.closeSession(session)
  }
  record.removeOldSessions()
  expect(Object.keys(record.sessions)).toHaveLength(40)
  expect(JSON.stringify(printed.map(({ mock }) => mock.calls))).not.toContain('a private key')
})
