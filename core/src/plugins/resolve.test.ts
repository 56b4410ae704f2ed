import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PluginFault } from './fault.ts'
import { resolve, type Candidate, type House } from './resolve.ts'

const house: House = {
  contractVersion: '1.7.0',
  routes: [
    { method: 'GET', path: '/tickets/:ticketId' },
    { method: 'GET', path: '/users/:userId' },
  ],
}
const plugin = (id: string, rest: Partial<Candidate> = {}): Candidate => ({
  id,
  version: '1.2.0',
  host: '^1.0.0',
  requires: {},
  claims: [],
  pages: [],
  channelTypes: [],
  errors: [],
  ...rest,
})
const reasonOf = (id: string, candidates: readonly Candidate[]): string | undefined =>
  resolve(candidates, house).refused.get(id)?.message

describe('resolving plugins', () => {
  test('a plugin stands after everything it requires', () => {
    expect(resolve([plugin('flows', { requires: { webchat: '^1.0.0' } }), plugin('webchat')], house).order).toEqual([
      'webchat',
      'flows',
    ])
  })

  test('a host range that does not hold, or is none, is refused with a sentence', () => {
    expect(reasonOf('old', [plugin('old', { host: '^0.9.0' })])).toBe(
      'it was written for contract ^0.9.0, and this is 1.7.0',
    )
    expect(reasonOf('odd', [plugin('odd', { host: 'newest' })])).toBe('its host range "newest" is not a semver range')
  })

  test('a requirement that is absent, of a wrong version or broken is named', () => {
    expect(reasonOf('a', [plugin('a', { requires: { b: '^1.0.0' } })])).toBe(
      'it requires b ^1.0.0, which is not installed',
    )
    expect(reasonOf('a', [plugin('a', { requires: { b: '^2.0.0' } }), plugin('b')])).toBe(
      'it requires b ^2.0.0, and 1.2.0 is installed',
    )
    const broken = new Map([['b', new PluginFault('failed', 'it threw')]])
    expect(resolve([plugin('a', { requires: { b: '*' } })], house, broken).refused.get('a')?.message).toBe(
      'it requires b, which is failed: it threw',
    )
  })

  test('a circle is named, and what requires it is refused too', () => {
    const circle = [
      plugin('a', { requires: { b: '*' } }),
      plugin('b', { requires: { c: '*' } }),
      plugin('c', { requires: { a: '*' } }),
      plugin('d', { requires: { c: '*' } }),
      plugin('good'),
    ]
    const { order, refused } = resolve(circle, house)
    expect(order).toEqual(['good'])
    expect(refused.get('a')?.message).toBe('its requirements form a circle: a → b → c → a')
    expect(refused.get('d')?.message).toBe('it requires c, which is incompatible because of a circle of requirements')
  })

  test('a path of core, a reserved path and a path claimed twice are refused; a more specific one is not', () => {
    expect(reasonOf('a', [plugin('a', { claims: [{ method: 'GET', path: '/tickets/:id/' }] })])).toBe(
      'it claims GET /tickets/:id/, which is already served by core',
    )
    expect(reasonOf('a', [plugin('a', { claims: [{ method: 'GET', path: '/auth/other' }] })])).toBe(
      'it claims /auth/other, which belongs to core',
    )
    expect(
      reasonOf('b', [
        plugin('b', { claims: [{ method: 'GET', path: '/sip/:x' }] }),
        plugin('a', { claims: [{ method: 'GET', path: '/sip/:y' }] }),
      ]),
    ).toBe('it claims GET /sip/:x, which is already served by a')
    expect(reasonOf('a', [plugin('a', { claims: [{ method: 'GET', path: '/users/chat-interno' }] })])).toBeUndefined()
  })

  test('a page, a channel type or an error code that is taken is refused', () => {
    expect(reasonOf('a', [plugin('a', { pages: ['/home'] })])).toBe('its page /home is already taken by core')
    expect(reasonOf('a', [plugin('a', { pages: ['/atendimento/mine'] })])).toBe(
      'its page /atendimento/mine stands below a path that belongs to core',
    )
    expect(reasonOf('b', [plugin('b', { pages: ['/kanban'] }), plugin('a', { pages: ['/kanban'] })])).toBe(
      'its page /kanban is already taken by a',
    )
    expect(reasonOf('b', [plugin('b', { channelTypes: ['line'] }), plugin('a', { channelTypes: ['line'] })])).toBe(
      'its channel type line is already provided by a',
    )
    const both = [plugin('b', { errors: ['ERR_LATE'] }), plugin('a', { errors: ['ERR_LATE'] })]
    expect(reasonOf('b', both)).toBe('its error code ERR_LATE is already declared by a')
  })

  const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const
  const candidates = fc.uniqueArray(
    fc
      .record({
        id: fc.constantFrom(...ids),
        host: fc.constantFrom('^1.0.0', '^1.0.0', '^1.0.0', '^2.0.0', 'none at all'),
        requires: fc.dictionary(fc.constantFrom(...ids), fc.constantFrom('^1.0.0', '*', '^3.0.0'), { maxKeys: 2 }),
        claims: fc.array(
          fc.record({ method: fc.constant('GET'), path: fc.constantFrom('/one', '/two/:id', '/tickets/:id') }),
          { maxLength: 1 },
        ),
        pages: fc.array(fc.constantFrom('/kanban', '/home'), { maxLength: 1 }),
      })
      .map(({ id, ...rest }) => plugin(id, rest)),
    { selector: (candidate) => candidate.id },
  )

  test('every plugin is either started after all it requires or refused with a reason', () => {
    fc.assert(
      fc.property(candidates, (given) => {
        const { order, refused } = resolve(given, house)
        expect([...order, ...refused.keys()].sort()).toEqual(given.map((candidate) => candidate.id).sort())
        for (const [position, id] of order.entries()) {
          const requires = Object.keys(given.find((candidate) => candidate.id === id)!.requires)
          for (const required of requires) expect(order.slice(0, position)).toContain(required)
        }
        for (const fault of refused.values()) expect(fault.message.length).toBeGreaterThan(10)
      }),
    )
  })

  test('the order in which the plugins are found changes nothing', () => {
    fc.assert(
      fc.property(
        candidates.chain((given) =>
          fc.tuple(
            fc.constant(given),
            fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
          ),
        ),
        ([given, shuffled]) => {
          const sentences = (list: readonly Candidate[]) => {
            const { order, refused } = resolve(list, house)
            return { order, refused: new Map([...refused].map(([id, fault]) => [id, fault.message])) }
          }
          expect(sentences(shuffled)).toEqual(sentences(given))
        },
      ),
    )
  })

  test('no two started plugins hold the same path or page', () => {
    fc.assert(
      fc.property(candidates, (given) => {
        const started = resolve(given, house).order.map((id) => given.find((candidate) => candidate.id === id)!)
        for (const held of [
          started.flatMap((one) => one.pages),
          started.flatMap((one) => one.claims.map((claim) => claim.path)),
        ])
          expect(new Set(held).size).toBe(held.length)
      }),
    )
  })
})
