import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '../harness/app.ts'
import { overTcp } from '../harness/over-tcp.ts'

let world: TestApp
let master: Person
let admin: Person
beforeAll(async () => {
  world = await testApp({ app: { egress: { allow: ['127.0.0.1/32'] } } })
  await world.database
    .owner`update core.user_account set is_master = true, consent_version = 99 where id = ${world.a.admin.id}`
  ;[master, admin] = [await world.signIn(world.a.admin), await world.signIn(world.b.admin)]
})
afterAll(() => world.close())

interface View {
  readonly values: Record<string, unknown>
  readonly secrets: Record<string, { set: boolean; last4: string | null }>
}
const loadConfig = async (): Promise<Record<string, unknown>> =>
  (await fetch(`${world.base}/load-config`)).json() as Promise<Record<string, unknown>>

test('S6-017 S2-089 the settings of the installation are for masters, not for the administrators of companies', async () => {
  for (const [method, path, body] of [
    ['GET', '/global-settings', undefined],
    ['PUT', '/global-settings', { applicationName: 'Mine' }],
    ['POST', '/global-settings/typebot-test', {}],
  ] as const) {
    expect(await admin.refused(method, path, body), path).toBe('403 ERR_NO_PERMISSION')
  }
  expect((await fetch(`${world.base}/global-settings`)).status).toBe(401)
})

test('S3-077 all that is given is stored or nothing of it', async () => {
  const { values } = await master.ok<View>('PUT', '/global-settings', {
    applicationName: 'Atende',
    deliveryMode: 'rabbitmq',
    maxConnections: 7,
    videos: [{ title: 'Primeiros passos', url: 'https://video.test/1' }],
  })
  expect(values).toMatchObject({
    applicationName: 'Atende',
    deliveryMode: 'rabbitmq',
    maxConnections: 7,
    loginFormPosition: 'left',
  })
  expect(await master.call('PUT', '/global-settings', { applicationName: 'Outra', smtpPort: 0 })).toMatchObject({
    status: 422,
    body: { error: 'ERR_VALIDATION', issues: [{ path: 'body.smtpPort' }] },
  })
  expect(await master.refused('PUT', '/global-settings', { applicationName: 'Outra', constructor: 1 })).toBe(
    '404 ERR_NO_SETTING_FOUND',
  )
  expect((await master.ok<View>('GET', '/global-settings')).values).toMatchObject({
    applicationName: 'Atende',
    smtpPort: 587,
  })
  expect(
    await world.database.owner`select tenant_id, user_id, facts from core.audit_log where action = 'platform.settings'`,
  ).toEqual([
    {
      tenant_id: world.a.id,
      user_id: world.a.admin.id,
      facts: { keys: ['applicationName', 'deliveryMode', 'maxConnections', 'videos'] },
    },
  ])
})

test('S3-077 every field of the specification is there: values that are read, secrets that are only known to be set', async () => {
  const { values, secrets } = await master.ok<View>('GET', '/global-settings')
  expect(Object.keys(values)).toEqual(
    expect.arrayContaining([
      'smtpHost',
      'smtpPort',
      'smtpSecurity',
      'smtpUser',
      'smtpFrom',
      'maxConnections',
      'deliveryMode',
      'typebotUrl',
      'applicationName',
      'logoUrl',
      'homeUrl',
      'captchaKey',
      'videos',
      'termsUrl',
      'loginFormPosition',
      'disableRegisterButton',
      'licenceIssuers',
    ]),
  )
  expect(Object.keys(secrets).sort()).toEqual(['smtpPassword', 'typebotDatabaseUrl', 'typebotToken', 'wabaAppSecret'])
})

test('a plugin’s settings stand in the answer with its form, and a test of no plugin’s is refused', async () => {
  const { plugins } = await master.ok<{ plugins: { id: string }[] }>('GET', '/global-settings')
  expect(plugins.filter(({ id }) => id === 'typebot')).toEqual([
    expect.objectContaining({
      id: 'typebot',
      namespace: 'plugin.typebot',
      errors: ['ERR_TYPEBOT_TEST_FAILED'],
      form: [
        expect.objectContaining({ name: 'typebotUrl', type: 'url' }),
        expect.objectContaining({ name: 'typebotToken', type: 'secret' }),
        expect.objectContaining({ name: 'typebotDatabaseUrl', type: 'secret' }),
      ],
      database: 'typebotDatabaseUrl',
    }),
  ])
  expect(await master.refused('POST', '/global-settings/gifs-test', {})).toBe('404 ERR_NO_SETTING_FOUND')
})

test('S3-078 the login stands left, center or right, and nowhere else', async () => {
  for (const loginFormPosition of ['center', 'right', 'left']) {
    await master.ok('PUT', '/global-settings', { loginFormPosition })
    expect((await loadConfig())['loginFormPosition']).toBe(loginFormPosition)
  }
  expect(await master.call('PUT', '/global-settings', { loginFormPosition: 'top' })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'body.loginFormPosition' }] },
  })
  expect((await loadConfig())['loginFormPosition']).toBe('left')
})

test('a secret is written and never read back, and null takes it away', async () => {
  const set = await master.ok<View>('PUT', '/global-settings', { smtpPassword: 'correio-muito-secreto' })
  expect(set.secrets['smtpPassword']).toEqual({
    set: true,
    last4: 'reto',
    sentTo: ['smtpHost', 'smtpPort', 'smtpSecurity'],
  })
  expect(JSON.stringify(set)).not.toContain('correio-muito')
  const [row] = await world.database.owner<
    { value: unknown; sealed: Buffer }[]
  >`select value, sealed from platform.global_setting where key = 'smtpPassword'`
  expect([row!.value, row!.sealed.includes('correio-muito')]).toEqual([null, false])
  expect(
    (await master.ok<View>('PUT', '/global-settings', { smtpPassword: null })).secrets['smtpPassword'],
  ).toMatchObject({ set: false, last4: null })
})

test('who has not shown lately who they are is asked before anything changes', async () => {
  await world.database
    .owner`update core.session set confirmed_at = now() - interval '6 minutes' where user_id = ${world.a.admin.id}`
  await expect
    .poll(() => master.call('PUT', '/global-settings', { applicationName: 'Nunca' }), { timeout: 5_000 })
    .toMatchObject({ status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } })
  expect((await master.call('GET', '/global-settings')).status).toBe(200)
  await world.database.owner`update core.session set confirmed_at = now() where user_id = ${world.a.admin.id}`
  await expect
    .poll(async () => (await master.call('PUT', '/global-settings', { applicationName: 'Atende' })).status, {
      timeout: 5_000,
    })
    .toBe(200)
})

test('S7-026 S3-078 R16 what is public of them is seen before the login, and nothing else', async () => {
  await master.ok('PUT', '/global-settings', {
    logoUrl: 'https://cdn.test/logo.png',
    homeUrl: 'https://atende.test',
    builderUrl: 'https://builder.test',
    captchaKey: 'public-key',
    termsUrl: 'https://atende.test/termos',
    loginFormPosition: 'right',
    disableRegisterButton: false,
    captchaMode: 'always',
    smtpHost: 'smtp.hidden.test',
    smtpUser: 'hidden-user',
    smtpPassword: 'hidden-password',
    typebotUrl: 'https://hidden.test',
    typebotToken: 'hidden-token',
    typebotDatabaseUrl: 'postgres://hidden',
  })
  const config = await loadConfig()
  expect(config).toEqual({
    applicationName: 'Atende',
    logoUrl: 'https://cdn.test/logo.png',
    pageUrl: 'https://atende.test',
    builderUrl: 'https://builder.test',
    recaptchaKey: 'public-key',
    videos: [{ title: 'Primeiros passos', url: 'https://video.test/1' }],
    registrationOpen: true,
    loginFormPosition: 'right',
    termsUrl: 'https://atende.test/termos',
    captchaMode: 'always',
  })
  expect(JSON.stringify(config)).not.toContain('hidden')
})

test('the version of the privacy notice grows with its words, and never below one that was answered', async () => {
  const write = async (text: string | null) =>
    (
      await master.ok<View>('PUT', '/global-settings', {
        privacyNotice: text === null ? null : { version: 1, text: { 'pt-BR': text } },
      })
    ).values['privacyNotice']
  expect(await write('Primeiro aviso')).toMatchObject({ version: 1 })
  expect(await write('Primeiro aviso')).toMatchObject({ version: 1 })
  expect(await write('Segundo aviso')).toMatchObject({ version: 2 })
  await world.database.owner`
    insert into core.consent (id, tenant_id, user_id, version, notice_hash, accepted)
    values (gen_random_uuid(), ${world.b.id}, ${world.b.user.id}, 5, 'h', true)`
  expect(await write(null)).toBeNull()
  expect(await write('Terceiro aviso')).toMatchObject({ version: 6 })
  await write(null)
})

test('S8-166 a mail server is tried before its settings are stored, and a refusal names the step', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'correio' && password === 'senha-do-correio'
        ? done(null, { user: username })
        : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) =>
      address.endsWith('@aqui.test')
        ? done()
        : done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    onData: (stream, _session, done) => {
      let mail = ''
      stream.on('data', (piece: Buffer) => {
        mail += String(piece)
      })
      stream.on('end', () => {
        received.push(mail)
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
  })
  try {
    const form = {
      smtpHost: '127.0.0.1',
      smtpPort: port,
      smtpSecurity: 'none',
      smtpUser: 'correio',
      smtpFrom: 'nao-responda@atende.test',
      smtpFromName: 'Atende',
      smtpPassword: 'senha-do-correio',
      to: 'ana@aqui.test',
    }
    const test = async (change: object) => {
      const { status, body } = await master.call<{ error?: string; detail?: string }>(
        'POST',
        '/global-settings/smtp-test',
        { ...form, ...change },
      )
      return status === 200 ? 'sent' : `${body.error} ${body.detail}`
    }
    expect(await test({})).toBe('sent')
    expect(received[0]).toContain('To: ana@aqui.test')
    expect(await test({ smtpPassword: 'outra' })).toBe('ERR_SMTP_TEST_FAILED login')
    expect(await test({ to: 'ana@longe.test' })).toBe('ERR_SMTP_TEST_FAILED to')
    expect(await test({ smtpSecurity: 'starttls' })).toBe('ERR_SMTP_TEST_FAILED tls')
    // What the guard refuses, what is closed and what has no name are told in the same words.
    for (const target of [{ smtpHost: '10.0.0.1' }, { smtpPort: 1 }, { smtpHost: 'nowhere.invalid' }])
      expect(await test(target), JSON.stringify(target)).toBe('ERR_SMTP_TEST_FAILED connect')
    // A stored password goes to the server that it was stored for and to no other.
    const { smtpPassword, ...withoutPassword } = form
    const store = { smtpHost: 'localhost', smtpPort: port, smtpSecurity: 'none', smtpUser: 'correio' }
    await master.ok('PUT', '/global-settings', { ...store, smtpPassword })
    expect(await master.refused('POST', '/global-settings/smtp-test', withoutPassword)).toBe('422 ERR_SMTP_TEST_FAILED')
    await master.ok('PUT', '/global-settings', { smtpHost: '127.0.0.1', smtpPassword })
    expect((await master.call('POST', '/global-settings/smtp-test', withoutPassword)).status).toBe(200)
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})

test('S8-167 the stored database of Typebot is tried, and what is wrong with it is not said', async () => {
  await master.ok('PUT', '/global-settings', {
    typebotDatabaseUrl: overTcp(world.database.appUrl).href,
  })
  expect((await master.call('POST', '/global-settings/typebot-test', {})).status).toBe(200)
  for (const address of ['postgres://u:p@10.0.0.1/typebot', 'postgres://u:wrong@127.0.0.1:1/typebot']) {
    await master.ok('PUT', '/global-settings', { typebotDatabaseUrl: address })
    expect(await master.call('POST', '/global-settings/typebot-test', {})).toMatchObject({
      status: 422,
      body: { error: 'ERR_TYPEBOT_TEST_FAILED' },
    })
  }
  await master.ok('PUT', '/global-settings', { typebotDatabaseUrl: null })
  expect(await master.refused('POST', '/global-settings/typebot-test', {})).toBe('422 ERR_TYPEBOT_TEST_FAILED')
})
