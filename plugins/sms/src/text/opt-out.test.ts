import { mint, type ExternalChatId, type HistoryEntry } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import { isOptOut, refuseAfterOptOut, usualOptOutWords } from './opt-out.ts'

const chat = mint<ExternalChatId>('+5511987654321')
const entry = (text: string, fromContact = true) =>
  ({ fromContact, deleted: false, parts: [{ kind: 'text', text, format: 'plain' }] }) as unknown as HistoryEntry
const after = (entries: readonly HistoryEntry[], optOutWords = usualOptOutWords) =>
  refuseAfterOptOut(
    {
      config: { optOutWords },
      history: { read: async () => entries, find: async () => undefined, agentOf: async () => null },
    },
    chat,
  )

describe('opting out', () => {
  test.for([
    ['SAIR', true],
    [' sair. ', true],
    ['Stop!', true],
    ['quero sair', false],
    ['', false],
    ['👍', false],
    ['PARÁR', true],
  ] as const)('“%s”: %s', ([text, expected]) => {
    expect(isOptOut(text, usualOptOutWords)).toBe(expected)
  })

  test('nothing is sent after it, whatever we said since', async () => {
    await expect(after([entry('oi'), entry('sair'), entry('tchau', false)])).rejects.toMatchObject({
      kind: 'blocked',
      code: 'OPTED_OUT',
      certain: true,
    })
  })

  test('until the customer writes again', async () => {
    await expect(after([entry('sair'), entry('voltei')])).resolves.toBeUndefined()
    await expect(after([])).resolves.toBeUndefined()
    await expect(after([entry('sair')], [])).resolves.toBeUndefined()
  })
})
