import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solved } from '../../core/src/access/captcha/solve.rig.ts'
import { systemClock } from '../../core/src/base/clock.ts'
import { Mailer } from '../../core/src/platform/mail/mailer.ts'
import type { SmtpSettings } from '../../core/src/platform/mail/smtp.ts'
import type { GlobalSettings } from '../../core/src/platform/global-settings.ts'
import { createEgress } from '../../core/src/security/guarded-egress.ts'
import { eventually, testApp, type TestApp } from '../harness/app.ts'
import { changeSettings, useMailServer } from '../harness/installation-settings.ts'
import { MailServer } from '../harness/mail-server.ts'

/* What the installation writes by mail, through a server that takes it. */

/** Quoted-printable, as far as it hides a link. */
const readable = (raw: string): string => raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=')

let node: TestApp
let server: MailServer
beforeAll(async () => {
  node = await testApp({ pluginFolders: [], app: { egress: { allow: ['127.0.0.1/32'] } } })
})
afterAll(() => node.close())
beforeEach(async () => {
  server = new MailServer()
  await server.listen()
})
afterEach(() => server.close())

const smtp = (): SmtpSettings => ({
  host: '127.0.0.1',
  port: server.port,
  security: 'none',
  user: 'correio',
  password: 'segredo',
  from: 'correio@recado.test',
  fromName: 'Recado',
})

const configure = (change: Record<string, unknown>) => changeSettings(node, change)
const useServer = () => useMailServer(node, server)
async function forgot(email: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${node.base}/auth/esquecisenha/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, captcha: await solved(node.base, 'reset') }),
  })
  return response.status
}

describe('the link to reset a password', () => {
  test('arrives, leads to this installation whatever the request says, and lets in', async () => {
    await useServer()
    expect(
      await forgot(node.a.user.email, {
        'x-forwarded-host': 'evil.test',
        origin: 'http://evil.test',
        referer: 'http://evil.test/',
      }),
    ).toBe(200)
    const [mail] = await eventually(
      () => server.taken,
      (taken) => taken.length === 1,
    )
    expect(mail).toMatchObject({ to: [node.a.user.email], from: 'correio@recado.test' })
    const text = readable(mail!.raw)
    expect(text).toMatch(/auto-submitted: auto-generated/i)
    expect(text).not.toContain('evil.test')
    const token = new RegExp(`${node.base}/#/redefining\\?token=([\\w-]{43})`).exec(text)?.[1]
    const response = await fetch(`${node.base}/auth/redefinirsenha`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: 'NovaSenha9', confirmPassword: 'NovaSenha9' }),
    })
    expect(response.status).toBe(200)
  })

  test('is sent again while the server says later, and waits sealed', async () => {
    await useServer()
    server.refuse.data = { code: 451, times: 1 }
    expect(await forgot(node.b.user.email)).toBe(200)
    const waiting = await eventually(
      () => node.database.owner`
        select j.payload::text as payload, attempts, j.last_error
          from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'mail.letter'`,
      (jobs) => jobs.length === 1 && jobs[0]!['last_error'] !== null,
    )
    expect(JSON.stringify(waiting)).not.toMatch(/redefining|token|@/)
    const [mail] = await eventually(
      () => server.taken,
      (taken) => taken.length === 1,
    )
    expect(mail!.to).toEqual([node.b.user.email])
  }, 30_000)

  test('without a mail server the answer is the same and the letter is dropped', async () => {
    await configure({ smtpHost: null, smtpPassword: null })
    expect(await forgot(node.a.colleague.email)).toBe(200)
    await eventually(
      () => node.database.owner`select 1 from core.password_reset where user_id = ${node.a.colleague.id}`,
      (rows) => rows.length === 1,
    )
    await eventually(
      () => node.database.owner`select 1 from graphile_worker._private_jobs`,
      (rows) => rows.length === 0,
    )
    expect(server.taken).toEqual([])
  })
})

describe('trying a mail server out says which step broke', () => {
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  const egress = createEgress({ allow: ['127.0.0.1/32'] })
  const settings = {
    all: async () => ({ applicationName: 'Recado' }),
    secret: async () => undefined,
  } as unknown as Pick<GlobalSettings, 'all' | 'secret'>
  const jobs = { register: () => undefined } as unknown as ConstructorParameters<typeof Mailer>[0]['jobs']
  const mailer = new Mailer({
    jobs,
    settings,
    egress,
    secret: 's'.repeat(32),
    clock: systemClock,
    log: quiet,
    address: () => 'https://recado.test',
  })
  afterAll(() => egress.close())
  const check = (change: Partial<SmtpSettings> = {}) => mailer.check({ ...smtp(), ...change }, 'quem@testa.test')

  test('nothing broke', async () => {
    expect(await check()).toEqual({ ok: true })
    expect(server.taken).toMatchObject([{ to: ['quem@testa.test'] }])
  })

  test.each([
    ['login', { password: 'errada' }, undefined],
    ['from', {}, 'mail'],
    ['to', {}, 'rcpt'],
    ['content', {}, 'data'],
    ['tls', { security: 'tls' }, undefined],
    ['tls', { security: 'starttls' }, undefined],
    ['connect', { port: 1 }, undefined],
    ['connect', { host: '10.1.2.3' }, undefined],
    ['connect', { host: 'nowhere.invalid' }, undefined],
  ] as const)('%s with %j', async (step, change, refused) => {
    if (refused) server.refuse[refused] = { code: 550, times: 1 }
    expect(await check(change)).toEqual({ ok: false, step })
    expect(server.taken).toEqual([])
  })
})
