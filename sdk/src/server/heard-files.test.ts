import type { MediaId, MediaPort, Message, PluginContext } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import { heardFiles, lookAgainForFiles } from './heard-files.ts'

const publicUrl = new URL('https://recado.example')
const media = { sign: (id: MediaId) => `/media/${id}?signed` } as unknown as MediaPort
const message = (parts: object[], more: object = {}) =>
  ({ timestamp: new Date().toISOString(), isDeleted: false, parts, ...more }) as unknown as Message
const coreOf = (messages: Record<string, Message>) =>
  ({ messages: { get: async (id: string) => messages[id] } }) as unknown as PluginContext['core']
const picture = (id: string) => ({ kind: 'media', media: id })
const pending = (state: 'fetching' | 'unavailable') => ({ kind: 'pendingMedia', state })

describe('files of messages', () => {
  it('are looked for again while the channel fetches one and its message is new', async () => {
    const old = { timestamp: new Date(Date.now() - 61_000).toISOString() }
    const core = coreOf({
      there: message([picture('a')]),
      coming: message([picture('a'), pending('fetching')]),
      never: message([pending('unavailable')]),
      old: message([pending('fetching')], old),
    })
    const isAwaited = async (...ids: string[]) => (await lookAgainForFiles(ids, { core, publicUrl })) !== undefined
    expect(await isAwaited('there', 'never', 'old', 'none')).toBe(false)
    expect(await isAwaited('there', 'coming')).toBe(true)
    expect(await lookAgainForFiles(['coming'], { core, publicUrl: null })).toBeUndefined()
  })

  it('have public addresses in order, ten at most, and none of deleted messages', async () => {
    const core = coreOf({
      one: message([picture('a'), { kind: 'text' }, pending('fetching')]),
      gone: message([picture('b')], { isDeleted: true }),
      many: message(Array.from({ length: 12 }, (_, at) => picture(`m${at}`))),
    })
    const files = await heardFiles(['one', 'gone', 'none', 'many'], { core, media, publicUrl })
    expect(files).toHaveLength(10)
    expect(files.slice(0, 2)).toEqual([
      'https://recado.example/media/a?signed',
      'https://recado.example/media/m0?signed',
    ])
    expect(await heardFiles(['one'], { core, media, publicUrl: null })).toEqual([])
  })
})
