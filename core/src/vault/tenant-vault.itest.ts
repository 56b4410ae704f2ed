import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { SealError } from '../security/sealed.ts'
import { createVault, VaultKeyError } from './tenant-vault.ts'

const secret = 'a secret of an installation, long enough'
let database: TestDatabase
let a: TestTenant
let b: TestTenant
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
})
afterAll(() => database.drop())

const place = (tenantId: string, name = 'token', scope = 'settings') => ({ tenantId, owner: 'weather', scope, name })

describe('the vault', () => {
  it('gives back what was stored, replaces it and forgets it', async () => {
    const vault = createVault(database.db, secret)
    await vault.set(place(a.id), 'first value 1234')
    await vault.set(place(a.id), 'second välue 5678')
    expect(await vault.get(place(a.id))).toBe('second välue 5678')
    await vault.delete(place(a.id))
    expect(await vault.get(place(a.id))).toBeUndefined()
  })

  it('reads after a restart, with the secret of before and with no other', async () => {
    await createVault(database.db, secret).set(place(a.id, 'kept'), 'still here, later')
    expect(await createVault(database.db, secret).get(place(a.id, 'kept'))).toBe('still here, later')
    await expect(createVault(database.db, `${secret} changed`).get(place(a.id, 'kept'))).rejects.toThrow(VaultKeyError)
  })

  it('makes one key when two first secrets come at once', async () => {
    const vault = createVault(database.db, secret)
    await Promise.all(['one', 'two', 'three'].map((name) => vault.set(place(b.id, name), `value of ${name}`)))
    const fresh = createVault(database.db, secret)
    expect(await Promise.all(['one', 'two', 'three'].map((name) => fresh.get(place(b.id, name))))).toEqual([
      'value of one',
      'value of two',
      'value of three',
    ])
  })

  it('answers all who make a key at once the same one, on every node', async () => {
    const nodes = Array.from({ length: 4 }, () => createVault(database.db, secret))
    const missed = await Promise.all(nodes.map((vault) => vault.get(place(a.id, 'made'))))
    expect(missed).toEqual([undefined, undefined, undefined, undefined])
    const answers = await Promise.all(
      nodes.flatMap((vault, index) =>
        [1, 2].map((time) => vault.ensure(place(a.id, 'made'), () => `${index}.${time}`)),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(await nodes[0]!.ensure(place(a.id, 'made'), () => 'another')).toBe(answers[0])
    expect(await nodes[0]!.ensure(place(b.id, 'made'), () => 'of the other company')).toBe('of the other company')
  })

  it('describes by the last four characters, and hides even those of short values', async () => {
    const vault = createVault(database.db, secret)
    await vault.set(place(a.id, 'long', 'connection-1'), 'sk-live-abcdefgh')
    await vault.set(place(a.id, 'short', 'connection-1'), 'hunter2')
    expect(await vault.describe(place(a.id, '', 'connection-1'))).toEqual({
      long: { set: true, last4: 'efgh', updatedAt: expect.any(Date) },
      short: { set: true, last4: null, updatedAt: expect.any(Date) },
    })
    await vault.deleteAll(place(a.id, '', 'connection-1'))
    expect(await vault.describe(place(a.id, '', 'connection-1'))).toEqual({})
  })

  it('keeps nothing that another node has changed', async () => {
    const nodes = new EventEmitter()
    const bus = {
      emit: (topic: string, data: unknown) => void nodes.emit(topic, data),
      on: (topic: string, heard: (data: unknown, topic: string) => void) => {
        nodes.on(topic, (data) => heard(data, topic))
        return () => undefined
      },
    }
    const [here, there] = [createVault(database.db, secret, bus), createVault(database.db, secret, bus)]
    await here.set(place(a.id, 'shared'), 'the first value')
    expect(await there.get(place(a.id, 'shared'))).toBe('the first value')
    await here.set(place(a.id, 'shared'), 'the second value')
    expect(await there.get(place(a.id, 'shared'))).toBe('the second value')
    await here.deleteAll(place(a.id))
    expect(await there.get(place(a.id, 'shared'))).toBeUndefined()
  })

  it('shows a company nothing of another one', async () => {
    const vault = createVault(database.db, secret)
    await vault.set(place(a.id, 'private'), 'only for Aurora')
    expect(await vault.get(place(b.id, 'private'))).toBeUndefined()
  })

  it('gives a secret that is sent somewhere out for that place alone, and does not say elsewhere that it is there', async () => {
    const vault = createVault(database.db, secret)
    const scope = { tenantId: a.id, owner: 'weather', scope: 'bound' }
    const at = (name: string) => ({ ...scope, name })
    await vault.set(at('token'), 'for the first server', 'first')
    await vault.set(at('signingKey'), 'sent nowhere')
    expect([await vault.get(at('token'), 'first'), await vault.get(at('token'), 'second')]).toEqual([
      'for the first server',
      undefined,
    ])
    expect([await vault.get(at('signingKey'), 'first'), await vault.get(at('signingKey'), 'second')]).toEqual([
      'sent nowhere',
      'sent nowhere',
    ])
    expect([
      Object.keys(await vault.describe(scope, 'first')),
      Object.keys(await vault.describe(scope, 'second')),
    ]).toEqual([['signingKey', 'token'], ['signingKey']])
    await vault.set(at('token'), 'for the second server', 'second')
    expect([await vault.get(at('token'), 'first'), await vault.get(at('token'), 'second')]).toEqual([
      undefined,
      'for the second server',
    ])
  })

  it('keeps what it had when the transaction around a change does not come to its end', async () => {
    const vault = createVault(database.db, secret)
    const scope = { tenantId: a.id, owner: 'weather', scope: 'undone' }
    await vault.set({ ...scope, name: 'token' }, 'the stored value', 'first')
    await expect(
      database.db.tenant(a.id, async (tx) => {
        await vault.save(tx, scope, { secrets: { token: 'never stored' }, boundTo: 'second' })
        throw new Error('something else failed')
      }),
    ).rejects.toThrow('something else failed')
    vault.changed(scope)
    expect(await vault.get({ ...scope, name: 'token' }, 'first')).toBe('the stored value')
  })

  it('does not open a ciphertext that was moved to another place or changed, and stores nothing in the clear', async () => {
    const vault = createVault(database.db, secret)
    const canary = 'canary-value-which-nobody-may-find'
    await vault.set(place(a.id, 'moved'), canary)
    await vault.set(place(a.id, 'target'), 'another value')
    await database.owner`
      update core.secret
         set ciphertext = (select ciphertext from core.secret where name = 'moved' and tenant_id = ${a.id})
       where name = 'target' and tenant_id = ${a.id}`
    await expect(vault.get(place(a.id, 'target'))).rejects.toThrow(SealError)
    await database.owner`
      update core.secret
         set ciphertext = set_byte(ciphertext, length(ciphertext) - 1, get_byte(ciphertext, length(ciphertext) - 1) # 1)
       where name = 'moved' and tenant_id = ${a.id}`
    await expect(createVault(database.db, secret).get(place(a.id, 'moved'))).rejects.toThrow(SealError)
    const [row] = await database.owner<
      { dump: string }[]
    >`select string_agg(encode(ciphertext, 'escape'), ' ') as dump from core.secret`
    expect(row!.dump).not.toContain(canary)
  })

  it('does not open the key of one company as that of another', async () => {
    await createVault(database.db, secret).set(place(a.id, 'x'), 'some value of A')
    await createVault(database.db, secret).set(place(b.id, 'x'), 'some value of B')
    await database.owner`
      update core.tenant_key set wrapped = (select wrapped from core.tenant_key where tenant_id = ${b.id})
       where tenant_id = ${a.id}`
    await expect(createVault(database.db, secret).get(place(a.id, 'x'))).rejects.toThrow(SealError)
  })
})
