import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, testApp, type Person, type TestApp } from '../harness/app.ts'

/* An open screen, a stolen cookie or a program is not enough to take people along in bulk. */

let world: TestApp
let people: Record<'a' | 'b', Person>
beforeAll(async () => {
  world = await testApp()
  people = { a: await world.signIn(world.a.admin), b: await world.signIn(world.b.admin) }
  for (const company of ['a', 'b'] as const)
    await people[company].ok('POST', '/contacts', { name: `Cliente da ${company}` })
})
afterAll(() => world.close())

const bulk = ['/contact-export?format=csv', '/contact-export?format=xlsx', '/audit/export'] as const
const answered = async (path: string, headers: Record<string, string>) => {
  const answer = await fetch(world.base + path, { headers })
  return { status: answer.status, text: await answer.text() }
}

describe.each(['a', 'b'] as const)('what leaves company %s in bulk', (company) => {
  test('leaves with who has shown within five minutes who they are, and with nobody else', async () => {
    const me = people[company]
    const other = company === 'a' ? 'b' : 'a'
    const { owner } = world.database
    await owner`update core.session set confirmed_at = now() - interval '6 minutes' where id = ${me.login.sessionId}`
    for (const path of bulk) {
      await expect.poll(async () => (await answered(path, me.credentials)).status, { timeout: 5_000 }).toBe(403)
      expect((await answered(path, me.credentials)).text).toContain('ERR_CONFIRMATION_REQUIRED')
    }
    // Reading page by page goes on.
    expect((await me.call('GET', '/contacts')).status).toBe(200)
    await me.ok('POST', '/auth/confirm', { password })
    for (const path of bulk) {
      await expect.poll(async () => (await answered(path, me.credentials)).status, { timeout: 5_000 }).toBe(200)
    }
    const { text } = await answered(bulk[0], me.credentials)
    expect([text.includes(`Cliente da ${company}`), text.includes(`Cliente da ${other}`)]).toEqual([true, false])
  })

  test('leaves with no program, whatever its scopes', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const wanted = { name: 'Robô', scopes: ['contacts.read', 'contacts.export', 'audit.read'], expiresAt }
    const { secret } = await people[company].ok<{ secret: string }>('POST', '/api-tokens', wanted)
    const program = { authorization: `Bearer ${secret}` }
    for (const path of bulk) {
      const { status, text } = await answered(path, program)
      expect([status, text.includes('ERR_CONFIRMATION_REQUIRED')], path).toEqual([403, true])
    }
    expect((await answered('/contacts', program)).status).toBe(200)
  })
})
