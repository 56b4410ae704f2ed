import { describe, expect, it } from 'vitest'
import { ConfigError } from './base/config.ts'
import { databaseFailure, startFailure } from './start-failure.ts'

const coded = (code: string, facts: object = {}): Error =>
  Object.assign(new Error(`${code} happened`), { code, ...facts })

describe('a start that fails', () => {
  it.each([
    [coded('EADDRINUSE', { syscall: 'listen' }), /PORT/],
    [coded('EADDRNOTAVAIL', { syscall: 'listen' }), /HOST/],
    [coded('EACCES', { syscall: 'listen' }), /PORT/],
    [coded('ENOTFOUND', { syscall: 'getaddrinfo' }), /HOST/],
    [new ConfigError('PORT must be a number'), /^PORT must be a number$/],
  ])('says why: %s', (error, sentence) => {
    expect(startFailure(error)).toMatch(sentence)
  })

  it.each([new TypeError('x is not a function'), coded('EACCES', { syscall: 'open' }), coded('ENOTFOUND')])(
    'keeps the stack of a fault: %s',
    (error) => {
      expect(startFailure(error)).toBeUndefined()
    },
  )

  it.each(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000', '42501', '53300'])(
    'names DATABASE_URL when the database answers %s',
    (code) => {
      expect(startFailure(databaseFailure(coded(code)))).toMatch(
        new RegExp(`^DATABASE_URL cannot be used: ${code} happened`),
      )
    },
  )

  it('leaves other errors of the database as they are', () => {
    const error = coded('42P01')
    expect(databaseFailure(error)).toBe(error)
  })
})
