import { GlobalSettings } from '../../core/src/platform/global-settings.ts'
import type { TestApp } from './app.ts'
import type { MailServer } from './mail-server.ts'

type Installation = Pick<TestApp, 'database' | 'a' | 'restart'>

/** Changes settings of the installation, which reach the node as another node's change would: it is restarted. */
export async function changeSettings(
  { database: { db, secret }, a, restart }: Installation,
  change: Record<string, unknown>,
): Promise<void> {
  const settings = new GlobalSettings({ db, secret, bus: { emit: () => undefined, on: () => () => undefined } })
  await settings.change({ tenantId: a.id, userId: a.admin.id }, change)
  await restart()
}

/** Has letters of the installation sent through this server. */
export const useMailServer = (installation: Installation, { port }: Pick<MailServer, 'port'>): Promise<void> =>
  changeSettings(installation, {
    smtpHost: '127.0.0.1',
    smtpPort: port,
    smtpSecurity: 'none',
    smtpUser: 'correio',
    smtpPassword: 'segredo',
    smtpFrom: 'correio@recado.test',
    smtpFromName: 'Recado',
  })
