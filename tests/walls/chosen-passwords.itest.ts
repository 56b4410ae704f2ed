import type { ErrorBody } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { password, testApp, type Person, type TestApp } from '../harness/app.ts'
import { createTenant } from '../harness/tenants.ts'

/*
 * What nobody should choose as a password, at every door behind a session through which one is chosen; tried by two
 * companies.
 */

let world: TestApp
let master: Person
const admins: Person[] = []
beforeAll(async () => {
  world = await testApp({ pluginFolders: [] })
  const house = await createTenant(world.database.owner, 'Casa', { passwordHash: await new Passwords().hash(password) })
  await world.database
    .owner`update core.user_account set profile = 'admin', is_master = true where id = ${house.admin.id}`
  master = await world.signIn(house.admin)
  for (const tenant of [world.a, world.b]) admins.push(await world.signIn(tenant.admin))
})
afterAll(() => world.close())

let made = 0
interface Chooser {
  readonly name: string
  readonly email: string
}
const somebody = (): Chooser => ({ name: 'Marina Duarte', email: `marina.duarte${++made}@duna${made}.test` })
/** A choice of a password at one door: what is answered, and the account's address. */
type Door = (by: Person, who: Chooser, chosen: unknown) => Promise<{ status: number; body: ErrorBody }>
const create: Door = (by, who, chosen) => by.call<ErrorBody>('POST', '/users', { ...who, password: chosen })
const doors: Record<string, Door> = {
  'making a user': create,
  'changing a user': async (by, who, chosen) => {
    const { id } = await by.ok<{ id: string }>('POST', '/users', { ...who, password: 'três tigres tristes' })
    return by.call<ErrorBody>('PUT', `/users/${id}`, { password: chosen })
  },
  'making a company': (_by, who, chosen) =>
    master.call<ErrorBody>('POST', '/tenants', {
      name: `Empresa ${++made}`,
      tier: 'premium',
      admin: { ...who, password: chosen },
    }),
}
const rulesIn = (body: ErrorBody): string[] =>
  (body.issues ?? []).filter(({ path }) => path.endsWith('password')).map(({ message }) => message)

describe.each(Object.entries(doors))('%s', (_name, door) => {
  test.each([
    ['Password1', ['common']],
    ['Qwerty123', ['common']],
    ['1qaz2wsx3edc4rfv', ['common']],
    ['aaaaaaaaaaaaaaaaaaaa', ['common']],
    ['MarinaDuarte1', ['personal']],
    ['Marina Duarte 2026', ['personal']],
    ['curta', ['length', 'upper', 'digit']],
    ['x'.repeat(600), ['length', 'common']],
  ])('refuses %s', async (chosen, rules) => {
    for (const by of admins) {
      const { status, body } = await door(by, somebody(), chosen)
      expect([status, body.error, rulesIn(body)], JSON.stringify(body).slice(0, 200)).toEqual([
        422,
        'ERR_VALIDATION',
        rules,
      ])
    }
  })

  test('takes a passphrase of any characters, and lets in who composes them otherwise', async () => {
    for (const by of admins) {
      const who = somebody()
      const { status, body } = await door(by, who, 'o café das três é às 16h ☕')
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      const login = await fetch(`${world.base}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: who.email, password: 'o café das três é às 16h ☕'.normalize('NFD') }),
      })
      expect(login.status).toBe(200)
    }
  })

  test.each([
    [null],
    [12],
    [['Senha1234']],
    [{ toString: 'x' }],
    ['x'.repeat(100_000)],
    ['tigre\u0000tigre tigre três'],
    ['três tigres \uD800 tristes'],
  ])('takes %j for no password', async (chosen) => {
    const { status } = await door(admins[0]!, somebody(), chosen)
    expect([413, 422]).toContain(status)
  })
})
