import type { ApiToken } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solved } from '../access/captcha/solve.rig.ts'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'
import { maxApiTokens } from './api-tokens.ts'

let rig: AccessRig
let [ana, bia]: Client[] = []
beforeAll(async () => {
  rig = await accessRig()
  ;[ana, bia] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin)]
})
afterAll(() => rig.close())

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
interface Made {
  token: ApiToken
  secret: string
}
const make = (client: Client, change: object = {}) =>
  client.call<Made>('POST', '/api-tokens', {
    name: 'Painel da diretoria',
    scopes: ['users.read', 'queues.read'],
    expiresAt: inDays(30),
    ...change,
  })
const made = async (client = ana!, change: object = {}): Promise<Made> => {
  const { status, body } = await make(client, change)
  expect(status).toBe(201)
  return body
}
/** A program: only the token. */
function program(secret: string): Client {
  const client = rig.client()
  client.token = secret
  return client
}
const users = (client: Client, headers: Record<string, string> = {}) =>
  client.call<{ users: { id: string }[] }>('GET', '/users', undefined, headers)

describe('a token of a program', () => {
  test('is shown once, and the database knows only its hash', async () => {
    const { token, secret } = await made()
    expect(secret).toMatch(/^rcd_[0-9a-f]{32}_[\w-]{43}$/)
    expect(token).toMatchObject({
      name: 'Painel da diretoria',
      scopes: ['users.read', 'queues.read'],
      user: { id: rig.a.admin.id },
      expiresAt: expect.any(String),
      expiryAssigned: false,
      lastUsedAt: null,
    })
    const part = secret.split('_').slice(2).join('_')
    const [row] = await rig.database
      .owner`select t::text as text, secret_hash from core.api_token t where id = ${token.id}`
    expect(row!['text']).not.toContain(part)
    expect(row!['secret_hash']).toHaveLength(32)
    expect(JSON.stringify((await ana!.call('GET', '/api-tokens')).body)).not.toContain(part)
    await ana!.call(
      'POST',
      '/api-tokens',
      { name: 'x', scopes: ['users.read'], expiresAt: inDays(30) },
      { 'idempotency-key': 'token-1' },
    )
    expect(await rig.database.owner`select 1 from core.idempotency where key = 'token-1'`).toEqual([])
  })

  test('calls as its maker, for its maker’s company, within its scopes', async () => {
    const caller = program((await made()).secret)
    const { status, body } = await users(caller)
    expect(status).toBe(200)
    expect(body.users.map(({ id }) => id)).toContain(rig.a.user.id)
    expect(body.users.map(({ id }) => id)).not.toContain(rig.b.user.id)
    for (const [method, path, given] of [
      ['GET', '/tags'],
      ['PUT', '/settings/hideContactData', { value: true }],
      ['POST', '/queue', { queue: 'Nova' }],
    ] as const) {
      expect(await caller.call(method, path, given), path).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    }
  })

  test('has nothing of what is a person’s own, and makes no further tokens', async () => {
    const caller = program((await made(ana, { scopes: ['users.read', 'tokens.manage'] })).secret)
    for (const [method, path, given] of [
      ['GET', '/auth/session'],
      ['GET', '/auth/sessions'],
      ['POST', '/auth/confirm', { password: 'Senha1234' }],
      ['PUT', `/users/${rig.a.admin.id}/status`, { status: 'offline' }],
    ] as const) {
      expect((await caller.call(method, path, given)).status, path).not.toBe(200)
    }
    expect((await caller.call('GET', '/api-tokens')).status).toBe(200)
    expect(await make(caller)).toMatchObject({ status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } })
  })

  test('loses what its maker loses, at once', async () => {
    const tenant = await rig.newTenant('Ipe')
    const maker = await rig.signedIn(tenant.admin)
    const caller = program((await made(maker)).secret)
    const changed = async (set: string) => {
      await rig.database.owner.unsafe(`update core.user_account set ${set} where id = '${tenant.admin.id}'`)
      rig.access.sessions.announceChange({ tenantId: tenant.id, userId: tenant.admin.id })
    }
    expect((await users(caller)).status).toBe(200)
    await changed(`denied = '{users.read}'`)
    expect(await users(caller)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await caller.call('GET', '/queue')).status).toBe(200)
    await changed(`denied = '{}', is_active = false`)
    expect(await users(caller)).toMatchObject({ status: 401, body: { error: 'ERR_TOKEN_REFUSED' } })
    await changed('is_active = true, deleted_at = now()')
    expect((await users(caller)).body.error).toBe('ERR_TOKEN_REFUSED')
  })

  test('is refused when it is revoked, expired, forged, or sent as a session’s', async () => {
    const { token, secret } = await made()
    const other = await made(bia)
    expect((await users(program(secret))).status).toBe(200)
    const forged = [
      `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      `rcd_${other.token.id.replaceAll('-', '')}_${secret.split('_').slice(2).join('_')}`,
      'rcd_x',
      'rcd_',
    ]
    for (const text of forged)
      expect(await users(program(text)), text).toMatchObject({ status: 401, body: { error: 'ERR_TOKEN_REFUSED' } })
    expect((await users(program(secret), { sessionid: ana!.sessionId! })).status).toBe(401)
    const old = await made(bia)
    await rig.database
      .owner`update core.api_token set expires_at = now() - interval '1 second' where id = ${old.token.id}`
    expect((await users(program(old.secret))).body.error).toBe('ERR_TOKEN_REFUSED')
    expect((await bia!.call('DELETE', `/api-tokens/${token.id}`)).body.error).toBe('ERR_NO_TOKEN_FOUND')
    expect((await ana!.call('DELETE', `/api-tokens/${token.id}`)).status).toBe(200)
    expect((await users(program(secret))).body.error).toBe('ERR_TOKEN_REFUSED')
    await expect(rig.access.authenticateToken(secret, token.id)).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED' })
  })

  test('says when it was used, at most once a minute', async () => {
    const { token, secret } = await made()
    const used = async () =>
      (await ana!.call<{ tokens: ApiToken[] }>('GET', '/api-tokens')).body.tokens.find(({ id }) => id === token.id)!
        .lastUsedAt
    await users(program(secret))
    const first = await used()
    expect(first).toMatch(/Z$/)
    await users(program(secret))
    expect(await used()).toBe(first)
  })

  test('goes on while its maker has not answered a new privacy notice', async () => {
    const tenant = await rig.newTenant('Jatoba')
    const caller = program((await made(await rig.signedIn(tenant.admin))).secret)
    await rig.globals.change(
      { tenantId: tenant.id, userId: tenant.admin.id },
      { privacyNotice: { version: 1, text: { en: 'Words.' } } },
    )
    expect((await users(caller)).status).toBe(200)
    await rig.database.owner`update core.tenant set blocked_at = now() where id = ${tenant.id}`
    rig.access.sessions.announceChange({ tenantId: tenant.id, userId: tenant.admin.id })
    expect(await users(caller)).toMatchObject({ status: 403, body: { error: 'ERR_LICENSE_BLOCKED' } })
    await rig.globals.change({ tenantId: tenant.id, userId: tenant.admin.id }, { privacyNotice: null })
  })
})

describe('a password that is changed', () => {
  /** A company with a token of its administrator and one of a second administrator. */
  async function scene(label: string) {
    const tenant = await rig.newTenant(label)
    await rig.database.owner`update core.user_account set profile = 'admin' where id = ${tenant.supervisor.id}`
    const [maker, other] = [await rig.signedIn(tenant.admin), await rig.signedIn(tenant.supervisor)]
    const [own, others] = [await made(maker), await made(other)]
    const outcome = async ({ secret }: Made) => (await users(program(secret))).body.error ?? 'in'
    return {
      tenant,
      maker,
      other,
      outcomes: async () => [await outcome(own), await outcome(others), await outcome(neighbours)],
      own,
    }
  }
  let neighbours: Made
  beforeAll(async () => {
    neighbours = await made(bia)
  })

  test.each([
    [
      'Ipe',
      'by its owner',
      async ({ maker, tenant }: Awaited<ReturnType<typeof scene>>) =>
        maker.call('PUT', `/users/${tenant.admin.id}`, { password: 'Girassol77x' }),
    ],
    [
      'Mogno',
      'by another administrator',
      async ({ other, tenant }: Awaited<ReturnType<typeof scene>>) =>
        other.call('PUT', `/users/${tenant.admin.id}`, { password: 'Girassol77x' }),
    ],
    [
      'Louro',
      'by a mailed link',
      async ({ tenant }: Awaited<ReturnType<typeof scene>>) => {
        const captcha = await solved(rig.base, 'reset')
        await rig.client().call('POST', '/auth/esquecisenha', { email: tenant.admin.email, captcha })
        await rig.settled()
        const { link } = rig.letters.at(-1) as unknown as { link: string }
        return rig.client().call('POST', '/auth/redefinirsenha', {
          token: new URLSearchParams(link.split('?')[1]).get('token'),
          password: 'Girassol77x',
          confirmPassword: 'Girassol77x',
        })
      },
    ],
  ] as const)('%s, %s, ends the tokens that its user made, and nobody else’s', async (label, _how, act) => {
    const company = await scene(label)
    const record = await company.maker.call<{ apiTokens: number }>('GET', `/users/${company.tenant.admin.id}`)
    expect(record.body.apiTokens, 'told before').toBe(1)
    expect(await company.outcomes()).toEqual(['in', 'in', 'in'])
    const answer = await act(company)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await company.outcomes()).toEqual(['ERR_TOKEN_REFUSED', 'in', 'in'])
    const [entry] = await rig.database
      .owner`select action, facts from core.audit_log where subject = ${company.own.token.id} order by at desc limit 1`
    expect(entry).toMatchObject({
      action: 'token.revoke',
      facts: { reason: 'password', ofUser: company.tenant.admin.id },
    })
  })

  test('that is refused, or a change of something else, ends none', async () => {
    const { maker, tenant, outcomes } = await scene('Figueira')
    expect((await maker.call('PUT', `/users/${tenant.admin.id}`, { password: 'curta' })).status).toBe(422)
    expect((await maker.call('PUT', `/users/${tenant.admin.id}`, { name: 'Outro nome' })).status).toBe(200)
    expect(await outcomes()).toEqual(['in', 'in', 'in'])
  })
})

describe('looking after tokens', () => {
  test('nobody gives one what they do not hold, or what reaches beyond the company', async () => {
    for (const scope of ['platform.manage', 'tenants.manage', 'account.own', 'no.such'])
      expect(await make(ana!, { scopes: ['users.read', scope] }), scope).toMatchObject({
        status: 403,
        body: { error: 'ERR_PERMISSION_NOT_HELD', detail: scope },
      })
    for (const expiresAt of ['2020-01-01T00:00:00Z', inDays(366)]) {
      expect(await make(ana!, { expiresAt }), expiresAt).toMatchObject({
        status: 422,
        body: { error: 'ERR_TOKEN_EXPIRY' },
      })
    }
    expect((await make(ana!, { expiresAt: inDays(365) })).status).toBe(201)
    expect(await make(await rig.signedIn(rig.a.supervisor))).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    for (const change of [
      { name: ' ' },
      { scopes: [] },
      { expiresAt: 'tomorrow' },
      { expiresAt: null },
      { expiresAt: undefined },
      { userId: rig.a.user.id },
    ])
      expect((await make(ana!, change)).status, JSON.stringify(change)).toBe(422)
  })

  test('name, scopes and expiry change, and count with the next call', async () => {
    const { token, secret } = await made()
    expect((await users(program(secret))).status).toBe(200)
    const change = { name: 'Outro nome', scopes: ['queues.read'], expiresAt: inDays(30) }
    expect((await bia!.call('PUT', `/api-tokens/${token.id}`, change)).body.error).toBe('ERR_NO_TOKEN_FOUND')
    expect((await ana!.call('PUT', `/api-tokens/${token.id}`, change)).body).toMatchObject({
      id: token.id,
      name: 'Outro nome',
      scopes: ['queues.read'],
    })
    expect((await users(program(secret))).body.error).toBe('ERR_NO_PERMISSION')
    expect(
      (await rig.database.owner`select action from core.audit_log where subject = ${token.id} order by at`).map(
        (row) => row['action'],
      ),
    ).toEqual(['token.create', 'token.change'])
  })

  test(`a company has ${maxApiTokens} at most, also when two are made at once`, async () => {
    const tenant = await rig.newTenant('Kauri')
    const client = await rig.signedIn(tenant.admin)
    const rows = Array.from({ length: maxApiTokens - 1 }, (_, index) => ({
      id: crypto.randomUUID(),
      tenant_id: tenant.id,
      user_id: tenant.admin.id,
      name: `Token ${index}`,
      scopes: ['users.read'],
      secret_hash: Buffer.alloc(32),
      expires_at: inDays(1),
    }))
    await rig.database.owner`insert into core.api_token ${rig.database.owner(rows)}`
    const answers = await Promise.all([make(client), make(client), make(client)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await client.call<{ tokens: ApiToken[] }>('GET', '/api-tokens')).body.tokens).toHaveLength(maxApiTokens)
  })
})
