import { Refusal } from '@recado/contracts'
import { expect, test } from 'vitest'
import { unlessTaken } from './unless-taken.ts'

const exists = (because: ErrorOptions) => new Refusal('ERR_VALIDATION', {}, because)
const ofDatabase = (code: string) => Object.assign(new Error('of the database'), { code })

test('the result of a statement is given back', async () => {
  expect(await unlessTaken(Promise.resolve(7), exists)).toBe(7)
})

test('a broken unique index becomes the refusal, however deep the error of the database is wrapped', async () => {
  const bare = ofDatabase('23505')
  const wrapped = new Error('failed query', { cause: new Error('of the driver', { cause: bare }) })
  for (const error of [bare, wrapped])
    await expect(unlessTaken(Promise.reject(error), exists)).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      cause: error,
    })
})

test('any other error is thrown as it is', async () => {
  for (const error of [ofDatabase('23503'), new Error('away'), { code: '23505' }])
    await expect(unlessTaken(Promise.reject(error), exists)).rejects.toBe(error)
})
