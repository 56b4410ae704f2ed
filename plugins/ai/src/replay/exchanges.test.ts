import type { Message } from '@recado/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Said } from '../conversation/read-conversation.ts'
import { exchangesOf } from './exchanges.ts'

const said = (lines: readonly (readonly [boolean, string])[]): Said[] =>
  lines.map(([fromMe, words]) => ({ message: { fromMe } as Message, words }))

test('an exchange is what a customer said until somebody answered, with what was said before it', () => {
  const exchanges = exchangesOf(
    said([
      [true, 'Olá'],
      [false, 'Tem pão?'],
      [false, 'Integral'],
      [true, 'Tem.'],
      [false, 'Quanto?'],
    ]),
    10,
    20,
  )
  expect(exchanges.map(({ asked, said: answered }) => [asked, answered])).toEqual([
    ['Tem pão?\nIntegral', 'Tem.'],
    ['Quanto?', ''],
  ])
  expect(exchanges[1]!.turns.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user'])
})

test('nothing of what a customer said is lost or said twice, and each exchange ends with them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.stringMatching(/^[a-z]{1,8}$/))), (lines) => {
      const exchanges = exchangesOf(said(lines), 1_000, 1_000)
      const asked = lines.flatMap(([fromMe, words]) => (fromMe ? [] : [words]))
      expect(exchanges.flatMap((one) => one.asked.split('\n'))).toEqual(asked)
      for (const { turns } of exchanges) expect(turns.at(-1)?.role).toBe('user')
    }),
  )
})
