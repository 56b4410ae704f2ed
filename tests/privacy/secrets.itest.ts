import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../core/src/observability/log.ts'
import { eventually, password, testApp, type TestApp } from '../harness/app.ts'
import { foundInDatabase, foundInFiles } from './canary.ts'

/* T-SEC1: secrets that are given to the product are used, and found nowhere in the open. */

const canary = (name: string): string => `Zq7-${name}-${randomUUID().slice(0, 8)}-Canary`
const secrets = {
  mailbox: canary('mailbox'),
  smtp: canary('smtp'),
  typebot: canary('typebot'),
  telegram: `123456789:${canary('telegram')}`,
  wrongPassword: canary('wrong'),
  authorization: canary('bearer'),
}

let node: TestApp
const logged: string[] = []
const told: string[] = []
/** Every answer of the API is kept, whatever it says. */
async function ask(
  credentials: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(node.base + path, {
    method,
    headers: { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  told.push(`${method} ${path} ${text}`)
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

beforeAll(async () => {
  const log = createLog(
    'debug',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(chunk.toString())
        done()
      },
    }),
  )
  node = await testApp({ app: { log } })
})
afterAll(() => node.close())

test(
  'T-SEC1 secrets given to the API stand in the open in no table, file, log line, event or answer, failures included',
  { timeout: 60_000 },
  async () => {
    await node.database.owner`update core.user_account set is_master = true where id = ${node.a.admin.id}`
    const ana = await node.signIn(node.a.admin)
    const { credentials } = ana

    // Channels: stored, read back, tested against servers that are not there.
    const mail = {
      user: 'office@example.test',
      password: secrets.mailbox,
      imapHost: 'imap.invalid',
      imapPort: 993,
      imapTls: true,
      smtpHost: 'smtp.invalid',
      smtpPort: 465,
      smtpTls: true,
    }
    const mailbox = await ask(credentials, 'POST', '/whatsapp', {
      name: `Mail ${randomUUID()}`,
      type: 'email',
      config: mail,
    })
    expect(mailbox.status).toBeLessThan(300)
    expect(mailbox.body['secretsSet']).toMatchObject({ password: true })
    const bot = await ask(credentials, 'POST', '/whatsapp', {
      name: `Bot ${randomUUID()}`,
      type: 'telegram',
      config: { token: secrets.telegram },
    })
    for (const made of [mailbox, bot])
      if (made.status < 300) await ask(credentials, 'GET', `/whatsapp/${made.body['id'] as string}`)
    await ask(credentials, 'GET', '/whatsapp')
    await ask(credentials, 'POST', '/whatsapp', {
      name: '',
      type: 'email',
      config: { ...mail, imapPort: 'not a port' },
    })
    await ask(credentials, 'POST', '/whatsapp', {
      name: 'x',
      type: 'email',
      config: { ...mail, imapHost: `https://${secrets.mailbox}@host` },
    })

    // Settings of the installation, good and refused.
    await ask(credentials, 'PUT', '/global-settings', {
      smtpHost: 'smtp.invalid',
      smtpPort: 465,
      smtpSecurity: 'tls',
      smtpUser: 'x',
      smtpFrom: 'a@example.test',
      smtpPassword: secrets.smtp,
      typebotToken: secrets.typebot,
    })
    await ask(credentials, 'GET', '/global-settings')
    await ask(credentials, 'POST', '/global-settings/smtp-test', { to: 'b@example.test' })

    // What the product itself makes is told once and kept as a hash or sealed.
    const token = await ana.call<{ secret?: string }>('POST', '/api-tokens', {
      name: 'Program',
      scopes: ['tickets.read'],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const factor = await ana.call<{ secret?: string }>('POST', '/auth/second-factor/begin')
    const made = [token.body.secret, factor.body.secret].filter((secret) => secret !== undefined)
    expect(made).toHaveLength(2)

    // Signing in: wrong, right, and with made-up credentials.
    for (const wrong of [secrets.wrongPassword, `${secrets.wrongPassword}2`])
      expect((await ask({}, 'POST', '/auth/login/', { email: node.a.user.email, password: wrong })).status).toBe(401)
    await ask({ authorization: `Bearer ${secrets.authorization}`, sessionid: randomUUID() }, 'GET', '/tickets')
    await ask({ cookie: `jrt=${secrets.authorization}` }, 'POST', '/auth/refresh_token', {})

    // The sessions of the channels have failed and said so.
    await eventually(
      () => node.database.owner`
        select status_detail
          from core.connection
         where id = ${mailbox.body['id'] as string} and status_detail is not null`,
      (rows) => rows.length > 0,
    )

    const words = [...Object.values(secrets), ...made, password, ana.login.token]
    expect(await foundInDatabase(node.database.owner, words)).toEqual([])
    expect(foundInFiles(node.dataDir, words)).toEqual([])
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.filter((line) => words.some((word) => line.includes(word)))).toEqual([])
    expect(told.filter((answer) => Object.values(secrets).some((word) => answer.includes(word)))).toEqual([])
  },
)
