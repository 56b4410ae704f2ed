import { expect, test } from 'vitest'
import { closeInStages } from './closing.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined }
const hang = (): Promise<never> => new Promise(() => undefined)

function scene() {
  const begun: string[] = []
  const said: object[] = []
  const log = { ...silent, error: (facts: object) => void said.push(facts) }
  const part = (name: string, close: () => Promise<unknown> | void = () => undefined) => ({
    [name]: () => {
      begun.push(name)
      return close()
    },
  })
  return { begun, said, log, part }
}

test('parts of a stage close side by side, the next stage begins after them', async () => {
  const { begun, said, log, part } = scene()
  const gate = Promise.withResolvers<void>()
  const waiting = part('waiting', () =>
    gate.promise.then(() => {
      begun.push('waiting ended')
    }),
  )
  const closing = closeInStages(
    [
      { untilMs: 60_000, parts: { ...waiting, ...part('beside it') } },
      { untilMs: 60_000, parts: part('next') },
    ],
    log,
  )
  await new Promise(setImmediate)
  expect(begun).toEqual(['waiting', 'beside it'])
  gate.resolve()
  expect(await closing).toEqual([])
  expect(begun).toEqual(['waiting', 'beside it', 'waiting ended', 'next'])
  expect(said).toEqual([])
})

test('a part that fails keeps none from closing and is named', async () => {
  const { begun, said, log, part } = scene()
  const error = new Error('gone')
  const parts = {
    ...part('a', () => Promise.reject(error)),
    ...part('b', async () => {
      throw error
    }),
  }
  const stages = [
    { untilMs: 60_000, parts },
    { untilMs: 60_000, parts: part('c') },
  ]
  expect(await closeInStages(stages, log)).toEqual(['a', 'b'])
  expect(begun).toEqual(['a', 'b', 'c'])
  expect(said).toEqual([{ err: error, part: 'a' }, { err: error, part: 'b' }, { parts: ['a', 'b'] }])
})

test('a part that hangs costs its stage the time of the stage and no more, and is named', async () => {
  const { begun, said, log, part } = scene()
  const stages = [
    { untilMs: 20, parts: part('hangs', hang) },
    { untilMs: 40, parts: { ...part('hangs too', hang), ...part('closes') } },
    { untilMs: 60, parts: part('last') },
  ]
  expect(await closeInStages(stages, log)).toEqual(['hangs', 'hangs too'])
  expect(begun).toEqual(['hangs', 'hangs too', 'closes', 'last'])
  expect(said).toEqual([{ parts: ['hangs', 'hangs too'] }])
})

test('a part that is late and closes before the end is not named', async () => {
  const { log, part } = scene()
  const late = Promise.withResolvers<void>()
  const stages = [
    { untilMs: 20, parts: part('late', () => late.promise) },
    {
      untilMs: 60_000,
      parts: part('last', () => {
        late.resolve()
        return new Promise(setImmediate)
      }),
    },
  ]
  expect(await closeInStages(stages, log)).toEqual([])
})
