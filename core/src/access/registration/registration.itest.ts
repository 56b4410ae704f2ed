import { randomInt } from 'node:crypto'
import { cpf } from 'cpf-cnpj-validator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../base/ids.ts'
import { accessRig, type AccessRig } from '../access.rig.ts'
import { solved } from '../captcha/solve.rig.ts'

let rig: AccessRig
beforeAll(async () => {
  rig = await accessRig()
})
afterAll(() => rig.close())
const open = (isOpen: boolean) =>
  rig.globals.change({ tenantId: rig.a.id, userId: rig.a.admin.id }, { disableRegisterButton: !isOpen })
beforeEach(async () => {
  await open(true)
  rig.letters.length = 0
})

const secret = 'Senha4321'
let count = 0
const application = (change: object = {}) => ({
  name: 'Rita Lobo',
  company: 'Padaria Aurora',
  email: `rita${++count}@padaria.test`,
  phoneNumber: `(11) 9${randomInt(10_000_000, 99_999_999)}`,
  password: secret,
  confirmPassword: secret,
  document: cpf.generate(true),
  termsAccepted: true,
  ...change,
})
const send = async (body: object) =>
  rig.client().call('POST', '/auth/register', { captcha: await solved(rig.base, 'register'), ...body })
const companies = (name: string) =>
  rig.database.owner`select t.*, trial_ends_at - now() as left from core.tenant t where name = ${name}`

async function plan(change: object = {}): Promise<string> {
  const id = newId()
  await rig.database.owner`
    insert into platform.plan ${rig.database.owner({
      id,
      name: `Plano ${id}`,
      tier: 'plus',
      description: 'Para equipes',
      max_users: 7,
      max_connected_users: 5,
      max_connections: 3,
      max_contacts: 900,
      trial_days: 14,
      is_public: true,
      ...change,
    })}`
  return id
}

describe('S1-013 S2-009 registering', () => {
  test('makes a company, its administrator and a queue; the person then signs in', async () => {
    const body = application({
      company: 'Padaria do Vale',
      locale: 'en',
      email: ' Rita.Vale@Padaria.test ',
      phoneNumber: '11 98888-7766',
      document: '12.ABC.345/01DE-35',
    })
    const answer = await send(body)
    expect(answer).toMatchObject({ status: 200, body: {}, cookie: undefined })
    await rig.settled()
    expect(await companies('Padaria do Vale')).toMatchObject([
      { tier: 'free', locale: 'en', document: '12ABC34501DE35', plan_id: null, trial_ends_at: null, status: 'active' },
    ])
    for (const who of [
      { email: 'rita.vale@padaria.test' },
      { phoneNumber: '11988887766' },
      { phoneNumber: '+5511988887766' },
    ]) {
      expect(
        (await rig.client().call('POST', '/auth/login', { ...who, password: secret })).body,
        JSON.stringify(who),
      ).toMatchObject({
        profile: 'admin',
        isMaster: false,
        username: 'Rita Lobo',
        phoneNumber: '5511988887766',
        queues: [{ queue: 'Support' }],
      })
    }
    expect(rig.letters).toMatchObject([
      { kind: 'welcome', to: 'rita.vale@padaria.test', locale: 'en', link: 'https://recado.test/#/login' },
    ])
  })

  test('S1-014 the plan gives tier, limits and a trial; the person’s name serves as the company’s', async () => {
    const planId = await plan()
    const { company: _company, ...body } = application({ planId, name: 'Sara Plano' })
    expect((await send(body)).status).toBe(200)
    await rig.settled()
    const [made] = await companies('Sara Plano')
    expect(made).toMatchObject({
      tier: 'plus',
      plan_id: planId,
      max_users: 7,
      max_connected_users: 5,
      max_connections: 3,
      max_contacts: 900,
    })
    expect(made!.left).toMatch(/^13 days 23:59|^14 days/)
  })

  test('only what is offered to the public can be chosen', async () => {
    const [free, hidden, gone, ofReseller] = [
      await plan({ tier: 'free' }),
      await plan({ is_public: false }),
      await plan({ is_active: false }),
      await plan({ reseller_id: rig.b.id }),
    ]
    const { body } = await rig.client().call<{ open: boolean; plans: { id: string }[] }>('GET', '/auth/plans')
    expect(body.open).toBe(true)
    expect(body.plans[0]).toMatchObject({ id: free, tier: 'free', trialDays: 14, description: 'Para equipes' })
    expect(Object.keys(body.plans[0]!).toSorted()).toEqual(['description', 'id', 'name', 'tier', 'trialDays'])
    for (const planId of [hidden, gone, ofReseller, newId()]) {
      expect(body.plans.map(({ id }) => id)).not.toContain(planId)
      expect(await send(application({ planId }))).toMatchObject({ status: 404, body: { error: 'ERR_NO_PLAN_FOUND' } })
    }
  })

  test('S5-012 the document has to be a CPF or CNPJ, S2-010 the terms accepted, S5-006 the passwords equal', async () => {
    expect(await send(application({ document: '529.982.247-24' }))).toMatchObject({
      status: 422,
      body: { error: 'ERR_DOCUMENT_INVALID' },
    })
    for (const [change, path] of [
      [{ termsAccepted: false }, 'body.termsAccepted'],
      [{ confirmPassword: 'Senha4322' }, 'body.confirmPassword'],
      [{ password: 'senha' }, 'body.password'],
      [{ name: '  ' }, 'body.name'],
      [{ isMaster: true }, 'body'],
    ] as const) {
      const answer = await send(application(change))
      expect(answer, JSON.stringify(change)).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION' } })
      expect((answer.body['issues'] as { path: string }[])[0]!.path).toBe(path)
    }
    for (const change of [{ email: 'rita' }, { phoneNumber: 'x@y.test' }])
      expect(await send(application(change))).toMatchObject({
        status: 422,
        body: { error: 'ERR_EMAIL_OR_PHONE_REQUIRED' },
      })
    await rig.settled()
    expect(await companies('Padaria Aurora')).toEqual([])
  })

  test('reading 16: switched off, the call behind the button is closed too', async () => {
    await open(false)
    expect((await rig.client().call('GET', '/auth/plans')).body).toEqual({ open: false, plans: [] })
    expect(await rig.client().call('POST', '/auth/register', application())).toMatchObject({
      status: 403,
      body: { error: 'ERR_REGISTRATION_CLOSED' },
    })
  })

  test('an installation begins closed', async () => {
    await rig.database.owner`delete from platform.global_setting`
    rig.globals.close()
    const fresh = await accessRig()
    expect((await fresh.client().call('GET', '/auth/plans')).body).toEqual({ open: false, plans: [] })
    await fresh.close()
  })
})

describe('an address or number that is taken', () => {
  test('is answered like any other, and its owner is told in the owner’s language', async () => {
    await rig.database.owner`
      update core.user_account set phone_number = '5531999990000', configs = '{"locale":"ru"}'
       where id = ${rig.b.user.id}`
    const answers = []
    for (const change of [{}, { email: rig.b.user.email.toUpperCase() }, { phoneNumber: '31 99999-0000' }]) {
      const { status, body, headers } = await send(application({ company: 'Taken', ...change }))
      answers.push(JSON.stringify({ status, body, names: [...headers.keys()].toSorted() }))
    }
    expect(new Set(answers).size).toBe(1)
    await rig.settled()
    expect(await companies('Taken')).toHaveLength(1)
    expect(rig.letters.filter(({ kind }) => kind === 'alreadyRegistered')).toMatchObject([
      { to: rig.b.user.email, locale: 'ru' },
      { to: rig.b.user.email, locale: 'ru' },
    ])
  })

  test('takes as long as any other', async () => {
    const [taken, fresh]: number[][] = [[], []]
    const fields = await Promise.all(Array.from({ length: 12 }, () => solved(rig.base, 'register')))
    for (const [round, captcha] of fields.entries()) {
      await rig.settled()
      const body = application(round % 2 === 0 ? { email: rig.b.admin.email } : {})
      const begun = performance.now()
      expect((await rig.client().call('POST', '/auth/register', { ...body, captcha })).status).toBe(200)
      ;(round % 2 === 0 ? taken : fresh)!.push(performance.now() - begun)
    }
    const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
    expect(Math.abs(median(taken!) - median(fresh!)), `${taken} | ${fresh}`).toBeLessThan(
      Math.max(5, median(fresh!) * 0.5),
    )
  })

  test('two registrations of one address at the same moment make one company', async () => {
    const body = application({ company: 'Gemeas' })
    const fields = await Promise.all([solved(rig.base, 'register'), solved(rig.base, 'register')])
    await Promise.all(fields.map((captcha) => send({ ...body, captcha })))
    await rig.settled()
    expect(await companies('Gemeas')).toHaveLength(1)
  })
})

test('the reviewed functions belong to the engine, are closed to the public and make no masters', async () => {
  const functions = await rig.database.owner`
    select p.proname, p.prosecdef, r.rolname, p.proconfig::text as config,
           has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p
      join pg_roles r on r.oid = p.proowner
     where p.proname in ('create_tenant', 'find_login', 'find_password_reset', 'forget_sign_in_traces')
     order by 1`
  expect(functions.map((row) => ({ ...row }))).toEqual(
    ['create_tenant', 'find_login', 'find_password_reset', 'forget_sign_in_traces'].map((proname) => ({
      proname,
      prosecdef: true,
      rolname: rig.database.roles.engine,
      config: '{"search_path=\\"\\""}',
      open: false,
    })),
  )
})
