import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessRig, password, type AccessRig } from '../access/access.rig.ts'
import { Passwords } from '../credentials/passwords.ts'
import { createTenant } from './create-tenant.ts'
import { TenantsService } from './tenants.service.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())

test('a new company has an administrator who can sign in and a queue to work in', async () => {
  const passwordHash = await new Passwords().hash(password)
  const created = await createTenant(rig.database.db.raw, {
    name: 'Kauri',
    tier: 'plus',
    locale: 'es',
    timeZone: 'America/Bogota',
    admin: { name: 'Kai', email: 'Kai@Kauri.test', passwordHash },
    queue: 'Atención',
  })
  const { body } = await rig.client().login({ email: 'kai@kauri.test' })
  expect(body).toMatchObject({
    tenantId: created.tenantId,
    userId: created.adminId,
    profile: 'admin',
    isMaster: false,
    queues: [{ id: created.queueId, queue: 'Atención' }],
  })
  const tenants = new TenantsService({ db: rig.database.db, bus: rig.bus })
  expect(await tenants.get(created.tenantId)).toEqual({
    id: created.tenantId,
    name: 'Kauri',
    tier: 'plus',
    status: 'active',
    locale: 'es',
    timeZone: 'America/Bogota',
  })
  expect(await tenants.timeZone(created.tenantId)).toBe('America/Bogota')
})

test('a company that cannot be completed is not begun', async () => {
  const admin = { name: 'Ana', email: rig.a.admin.email, passwordHash: '!' }
  await expect(createTenant(rig.database.db.raw, { name: 'Lagoa', admin, queue: 'Geral' })).rejects.toMatchObject({
    code: '23505',
  })
  expect(await rig.database.owner`select 1 from core.tenant where name = 'Lagoa'`).toEqual([])
})

test('the server’s own role cannot create or change companies', async () => {
  const { db } = rig.database
  await expect(db.raw`insert into core.tenant (id, name) values (${rig.a.id}, 'x')`).rejects.toMatchObject({
    code: '42501',
  })
  await expect(db.raw`update core.tenant set tier = 'premium'`).rejects.toMatchObject({ code: '42501' })
})
