import type { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import type { TextLeaf } from '../letter/structure.ts'
import { fetchTexts, maxTextBytes } from './fetch.ts'

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
