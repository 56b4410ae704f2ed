import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameMatcher } from './names.ts'

describe('names of events', () => {
  it.each([
    ['ticket.closed.v1', 'ticket.closed.v1', true],
    ['ticket.closed.v1', 'ticket.closed.v2', false],
    ['ticket.*.v1', 'ticket.closed.v1', true],
    ['ticket.*.v1', 'ticket.closed', false],
    ['*.*.*', 'ticket.closed.v1', true],
    ['ticket.*', 'ticket.closed.v1', false],
    ['ticket.>', 'ticket.closed.v1', true],
    ['ticket.closed.v1.>', 'ticket.closed.v1', false],
    ['>', 'ticket.closed.v1', true],
  ])('%s against %s: %s', (pattern, name, expected) => {
    expect(nameMatcher([pattern])(name)).toBe(expected)
  })

  it('matches when any pattern does, and never by part of a token', () => {
    const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 4 }), token, (tokens, other) => {
        const name = tokens.join('.')
        expect(nameMatcher(['never.this', name])(name)).toBe(true)
        expect(nameMatcher([`${name}x`, `x${name}`])(name)).toBe(false)
        expect(nameMatcher([tokens.map(() => '*').join('.')])(name)).toBe(true)
        expect(nameMatcher([`${name}.>`])(`${name}.${other}`)).toBe(true)
      }),
    )
  })
})
