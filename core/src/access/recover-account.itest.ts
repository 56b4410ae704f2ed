import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig } from './access.rig.ts'
import { generatedPassword } from './generated-password.ts'
import { Passwords } from '../credentials/passwords.ts'
import { recoverAccount } from './recover-account.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

describe('recovering an account from the command line', () => {
  test('gives a new password that works, ends the sessions, and touches nobody else', async () => {
    const [lost, other] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin)]
    await rig.database.owner`update core.user_account set is_active = false where id = ${rig.a.admin.id}`
    const password = generatedPassword()
    expect(
      await recoverAccount(
        rig.database.owner,
        ` ${rig.a.admin.email.toUpperCase()} `,
        await new Passwords().hash(password),
      ),
    ).toEqual({ name: rig.a.admin.name, company: rig.a.name })
    await expect.poll(async () => (await lost.call('GET', '/auth/session')).status, { timeout: 3_000 }).toBe(401)
    expect((await other.call('GET', '/auth/session')).status).toBe(200)
    expect((await rig.client().login(rig.a.admin)).body.error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await rig.client().login(rig.a.admin, password)).status).toBe(200)
    expect(await rig.database.owner`select tenant_id from core.audit_log where action = 'user.recover'`).toEqual([
      { tenant_id: rig.a.id },
    ])
  })

  test('says when nobody has the address', async () =>
    expect(await recoverAccount(rig.database.owner, 'nobody@nowhere.test', 'x')).toBeUndefined())
})

test('a generated password keeps the rules and is never the same', () => {
  const passwords = Array.from({ length: 200 }, generatedPassword)
  for (const password of passwords) expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{12}$/)
  expect(new Set(passwords).size).toBe(200)
})
