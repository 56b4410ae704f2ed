import type { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import type { TextLeaf } from '../letter/structure.ts'
import { fetchMails, fetchTexts, maxTextBytes } from './fetch.ts'
import { downloadPart } from './files.ts'

const leaf = (part: string): TextLeaf => ({
  part,
  html: true,
  charset: 'utf-8',
  encoding: '8bit',
  size: maxTextBytes,
  flowed: false,
  deletesSpace: false,
})

test('of a mail of many long texts no more is read than of an honest one, and the rest is said to be cut', async () => {
  const leaves = Array.from({ length: 20 }, (_, at) => leaf(String(at + 1)))
  const bodyParts = new Map(leaves.map(({ part }) => [part, Buffer.alloc(maxTextBytes, 'a')]))
  const client = { fetchOne: async () => ({ bodyParts }) } as unknown as ImapFlow
  const texts = [...(await fetchTexts(client, 1, leaves)).values()]
  expect(texts.map(({ text, isCut }) => [text.length, isCut])).toEqual(
    leaves.map((_, at) => [at < 2 ? maxTextBytes : 0, true]),
  )
})

/** Simulates the library's empty answer, for a missing mail and for an ended connection alike. */
const answeringNothing = (isConnected: boolean) =>
  ({
    usable: isConnected,
    mailbox: isConnected ? { path: 'INBOX' } : false,
    fetchAll: async () => [],
    fetchOne: async () => (isConnected ? false : undefined),
    download: async () => ({}),
  }) as unknown as ImapFlow

test('a connection that has ended is no mail without text, and no mail that is gone', async () => {
  const client = answeringNothing(false)
  for (const read of [fetchMails(client, [7]), fetchTexts(client, 7, [leaf('1')]), downloadPart(client, 7, '2')]) {
    await expect(read).rejects.toMatchObject({ kind: 'network', code: 'CLOSED' })
  }
})

test('a mail that was deleted meanwhile is passed over', async () => {
  const client = answeringNothing(true)
  expect(await fetchMails(client, [7])).toEqual([])
  expect(await fetchTexts(client, 7, [leaf('1')])).toEqual(new Map())
  expect(await downloadPart(client, 7, '2')).toBeUndefined()
})
