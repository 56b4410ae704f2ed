import * as fc from 'fast-check'
import { mint, type ExternalChatId } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import { readHead } from '../letter/head.ts'
import { Memory } from './memory.ts'
import { placeOf } from './place.ts'

const own = new Set(['loja@empresa.test'])
const head = (...lines: string[]) => readHead(Buffer.from(lines.join('\r\n')))
function memory() {
  const [kept, secrets] = [new Map<string, unknown>(), new Map<string, string>()]
  return new Memory({
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, value) => void secrets.set(name, value),
      ensure: async (name, make) => secrets.get(name) ?? (secrets.set(name, make()), secrets.get(name)!),
      delete: async () => undefined,
    },
    state: {
      get: async <T>(key: string) => kept.get(key) as T | undefined,
      delete: async () => undefined,
      set: async (key, value, options) => {
        if (options?.ifAbsent && kept.has(key)) return false
        kept.set(key, value)
        return true
      },
    },
  })
}
const ana = mint<ExternalChatId>('ana@x.test')
const history = {
  history: {
    find: async (ids: readonly string[]) =>
      ids.includes('nosso@empresa.test') ? { chat: ana, id: mint('nosso@empresa.test') } : undefined,
    read: async () => [],
  },
} as never

describe('where a mail belongs', () => {
  const place = async (kept: Memory, from: string, ...lines: string[]) =>
    placeOf(history, kept, await head(`From: ${from}`, ...lines), { name: '', address: from }, own, true)

  test('to its sender, or to the conversation that it answers if the sender takes part', async () => {
    const kept = memory()
    kept.change('ana@x.test', { people: ['bia@x.test'] })
    expect(await place(kept, 'ana@x.test', 'In-Reply-To: <nosso@empresa.test>')).toEqual({
      chat: ana,
      guest: false,
      replyTo: 'nosso@empresa.test',
    })
    expect(await place(kept, 'bia@x.test', 'References: <outro@x> <nosso@empresa.test>')).toMatchObject({
      chat: ana,
      guest: true,
    })
    expect(await place(kept, 'eva@x.test', 'In-Reply-To: <nosso@empresa.test>')).toEqual({
      chat: 'eva@x.test',
      guest: false,
    })
    expect(await place(kept, 'bia@x.test')).toEqual({ chat: 'bia@x.test', guest: false })
  })

  test('to nobody else’s, where its sender is only said to be behind it', async () => {
    const kept = memory()
    kept.change('ana@x.test', { people: ['bia@x.test'] })
    const form = await head('From: noreply@forms.test', 'Reply-To: bia@x.test', 'In-Reply-To: <nosso@empresa.test>')
    expect(await placeOf(history, kept, form, { name: '', address: 'bia@x.test' }, own, false)).toEqual({
      chat: 'bia@x.test',
      guest: false,
    })
  })

  test('to the conversation of our signed address, and of no other', async () => {
    const kept = memory()
    kept.change('ana@x.test', { people: ['bia@x.test'] })
    const token = await kept.tokenFor(ana)
    expect(await place(kept, 'bia@x.test', `To: loja+${token}@empresa.test`)).toMatchObject({ chat: ana, guest: true })
    expect(await place(kept, 'bia@x.test', `Delivered-To: loja+${token}@empresa.test`)).toMatchObject({ guest: true })
    for (const to of [
      `loja+${token.replace(/./, (first) => (first === '0' ? '1' : '0'))}@empresa.test`,
      `outra+${token}@empresa.test`,
      'loja+@empresa.test',
    ])
      expect(await place(kept, 'bia@x.test', `To: ${to}`)).toMatchObject({ chat: 'bia@x.test' })
  })

  test('a mail of ours is known by what it says of itself, and by nothing that somebody made up', async () => {
    const kept = memory()
    const reference = await kept.referenceOf('recado.1@empresa.test')
    expect(await kept.idOfReference(reference)).toBe('recado.1@empresa.test')
    expect(await kept.idOfReference(`  ${reference.replace(' ', '\r\n ')} `)).toBe('recado.1@empresa.test')
    expect(await memory().idOfReference(reference)).toBeUndefined()
    const [id, seal] = reference.split(' ') as [string, string]
    for (const forged of [
      `recado.2@empresa.test ${seal}`,
      `${id} ${'0'.repeat(32)}`,
      `${id} ${seal.slice(0, -1)}`,
      `${id} ${seal}0`,
      id,
      seal,
      '',
      `${id} ${await kept.tokenFor(ana)}`,
    ])
      expect(await kept.idOfReference(forged)).toBeUndefined()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[0-9a-f]{32}$/), async (name, made) => {
        expect(await kept.idOfReference(name)).toBeUndefined()
        expect(await kept.idOfReference(`${name} ${made}`)).toBeUndefined()
      }),
    )
  })

  test('mails with the same id are told apart by what they are', async () => {
    const kept = memory()
    expect([
      await kept.idOf('a@x', '1'),
      await kept.idOf('a@x', '1'),
      await kept.idOf('a@x', '2'),
      await kept.idOf('a@x', '2'),
    ]).toEqual(['a@x', 'a@x', 'a@x#2', 'a@x#2'])
  })
})
