import { mkdtempSync, chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection, LoginResult, TicketPage } from '@recado/contracts'
import type { Account } from '../../plugins/email/simulator/account.ts'
import { EmailSimulator } from '../../plugins/email/simulator/email.ts'
import { fillMailbox, largeMail } from '../../plugins/email/simulator/generate.ts'
import { atMost, type Group } from './figure.ts'
import { percentile, until } from './measure.ts'
import { residentOf, tellsResident } from './resident.ts'
import { startProduct } from './start.group.ts'

const email = 'admin@recado.test'
const password = 'Medida2026'
const dayMs = 86_400_000
/** Between two looks by the API, which counts them. */
const patientMs = 300

/** An administrator of the running product. */
async function signIn(address: string): Promise<<T>(method: string, path: string, body?: object) => Promise<T>> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }
  const { token, sessionId } = (await (await fetch(`${address}/auth/login/`, post)).json()) as LoginResult
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, sessionid: sessionId, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${await response.text()}`)
    return (await response.json()) as never
  }
}

export const mail: Group = {
  name: 'mail',
  title: 'A mailbox',
  notes: [
    'The running product reads a mailbox of the stand-in over IMAP, everything on the same cores. Memory is what ' +
      'the process holds, sampled while it works: the first tenth of the import against all of it, and one mail ' +
      'with a file of 25 MB against the moment before.',
  ],
  async run({ cluster, quick, skip }) {
    if (!tellsResident) {
      skip('memory while mails are read', 'it is read from /proc')
      return []
    }
    const count = quick ? 1_000 : 10_000
    const dataDir = mkdtempSync(join(cluster.folder, 'mail-'))
    chmodSync(dataDir, 0o755)
    writeFileSync(join(dataDir, 'reachable-networks'), '127.0.0.0/8\n')
    const provider = await EmailSimulator.start()
    const product = await startProduct({
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      RECADO_ADMIN_EMAIL: email,
      RECADO_ADMIN_PASSWORD: password,
    })
    try {
      const ask = await signIn(product.address)
      await ask('PUT', '/api/plugins/email', { enabled: true })
      const connect = ({ address, password: secret }: Account) =>
        ask<Connection>('POST', '/whatsapp', {
          name: address,
          type: 'email',
          config: {
            user: address,
            password: secret,
            imapHost: '127.0.0.1',
            imapPort: provider.imapPort,
            imapTls: false,
            smtpHost: '127.0.0.1',
            smtpPort: provider.smtpPort,
            smtpTls: false,
          },
        })
      const connected = async (account: Account): Promise<Connection> => {
        const { id } = await connect(account)
        const read = () => ask<Connection>('GET', `/whatsapp/${id}`)
        await until('the mailbox is connected', async () => (await read()).status === 'connected', 30, patientMs)
        return read()
      }

      const large = provider.addAccount('grande@empresa.test')
      await connected(large)
      const before = residentOf(product.pid)
      const peaks: number[] = []
      const sampling = setInterval(() => peaks.push(residentOf(product.pid)), 50)
      large.deliver(largeMail(large.address))
      await until(
        'the large mail is there',
        async () =>
          (await ask<TicketPage>('GET', '/tickets/?status[]=pending&searchParam=Ana%20Grande')).tickets.length === 1,
        60,
        patientMs,
      )
      clearInterval(sampling)

      const full = provider.addAccount('cheia@empresa.test')
      fillMailbox(full, count)
      const { id } = await connected(full)
      const samples: { done: number; resident: number }[] = []
      const started = performance.now()
      await ask('POST', `/whatsapp/${id}/import`, {
        since: new Date(Date.now() - 60 * dayMs).toISOString(),
        until: new Date().toISOString(),
      })
      await until(
        'the mailbox is imported',
        async () => {
          const [task] = (await ask<Connection>('GET', `/whatsapp/${id}`)).tasks
          samples.push({ done: task?.done ?? 0, resident: residentOf(product.pid) })
          return task?.state === 'done'
        },
        600,
        patientMs,
      )
      const seconds = (performance.now() - started) / 1_000
      const beginning = samples.filter(({ done }) => done > 0 && done <= count / 10).map(({ resident }) => resident)
      const all = samples.map(({ resident }) => resident)
      return [
        {
          what: `mails of a full mailbox imported, ${count.toLocaleString('en-US')} of them`,
          value: count / seconds,
          unit: '/s',
        },
        {
          what: 'memory at its highest while they came',
          value: Math.max(...all),
          unit: 'MB',
          limit: {
            what: 'in the first tenth',
            value: percentile(beginning.length > 0 ? beginning : all.slice(0, 1), 0.5),
          },
          aims: [atMost(1.6)],
        },
        {
          what: 'memory at its highest while a mail of 25 MB came',
          value: Math.max(before, ...peaks),
          unit: 'MB',
          limit: { what: 'before it', value: before },
          aims: [atMost(1.3)],
        },
      ]
    } finally {
      await product.stop()
      await provider.close()
    }
  },
}
