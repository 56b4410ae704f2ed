import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import postgres from 'postgres'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { createApp } from '../../core/src/app.ts'
import { startEmbedded } from '../../core/src/db/embedded.ts'
import { houseSets } from '../../core/src/db/house.ts'
import { migrate } from '../../core/src/db/migrate.ts'
import { roleUrl } from '../../core/src/db/roles.ts'
import { migrateJobs } from '../../core/src/jobs/migrate-jobs.ts'
import { chromiumForTests } from '../harness/chromium.ts'
import { createTenant, type TestUser } from '../harness/tenants.ts'
import { fillLogin } from './fill-login.ts'
import { drawPhoto, furnish, type Caller } from './scene.ts'

/*
 * Draws docs/images/attendance.png and attendance-dark.png for the README, from a furnished company on a database of
 * its own. After `npm run build`, with the project's Node: `node tests/e2e/pictures.ts`.
 */

const root = join(import.meta.dirname, '../..')
const images = join(root, 'docs/images')
const secret = 'the secret of a database that lives for a minute'
const password = 'Senha1234'
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

async function signedIn(base: string, { email }: TestUser): Promise<Caller> {
  const answer = await fetch(`${base}/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token, sessionId } = (await answer.json()) as { token: string; sessionId: string }
  return {
    async ok<T>(method: string, path: string, body?: unknown): Promise<T> {
      const form = body instanceof FormData
      const response = await fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          sessionid: sessionId,
          ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
      return (await response.json()) as T
    },
  }
}

/** A zone in which it is afternoon now: nobody writes to a stationer's at night. */
const afternoon = (): string => {
  const ahead = ((15 - new Date().getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const dataDir = mkdtempSync(join(tmpdir(), 'recado-pictures-'))
const server = await startEmbedded({ dataDir, secret, durable: false })
try {
  const roles = await migrate(server.url, secret, houseSets())
  await migrateJobs(server.url, roles)
  const owner = postgres(server.url, { max: 2, onnotice: () => undefined })
  const tenant = await createTenant(owner, 'Aurora', {
    passwordHash: await new Passwords().hash(password),
    channel: 'webchat',
  })
  const app = await createApp({
    ownerUrl: server.url,
    appUrl: roleUrl(server.url, secret, roles.app),
    roles,
    secret,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: silent,
    pluginFolders: [join(root, 'plugins')],
    shellDist: join(root, 'shell/dist'),
  })
  const base = `http://127.0.0.1:${app.port}`
  const browser = await chromium.launch((await chromiumForTests())!)
  try {
    const { ticketId, lastWords } = await furnish(
      { base, tenant, owner, admin: await signedIn(base, tenant.admin), agent: await signedIn(base, tenant.user) },
      await drawPhoto(browser),
    )
    await owner`
      update core.user_account set configs = configs || '{"filtrosAtendimento": {"view": "all"}}'
       where id = ${tenant.user.id}`
    // Everybody's queue, so that the list is as full as a supervisor's.
    for (const queue of await owner<{ id: string }[]>`select id from core.queue where tenant_id = ${tenant.id}`)
      await owner`
        insert into core.user_queue ${owner({ tenant_id: tenant.id, user_id: tenant.user.id, queue_id: queue.id })}
        on conflict do nothing`
    mkdirSync(images, { recursive: true })
    for (const [colorScheme, name] of [
      ['light', 'attendance'],
      ['dark', 'attendance-dark'],
    ] as const) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        deviceScaleFactor: 2,
        locale: 'pt-BR',
        timezoneId: afternoon(),
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto(`${base}/#/atendimento/${ticketId}`)
      await fillLogin(page, tenant.user.email, password)
      await page
        .getByRole('log', { name: /^Conversa com/ })
        .getByText(lastWords)
        .waitFor()
      await page.locator('footer').getByRole('button', { name: 'Mensagens rápidas' }).waitFor()
      await page.getByRole('list', { name: 'Atendimentos' }).getByText('Cliente fiel').waitFor()
      await page.waitForFunction(
        () =>
          document.fonts.status === 'loaded' &&
          [...document.images].every((image) => image.complete) &&
          document.querySelector('.k-skeleton, [aria-busy=true]') === null,
      )
      await page.mouse.move(720, 899)
      await page.screenshot({ path: join(images, `${name}.png`) })
      await context.close()
    }
  } finally {
    await browser.close()
    await app.close()
    await owner.end()
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
