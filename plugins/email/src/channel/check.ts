import { ChannelError, type ChannelErrorShape, type ConnectionContext } from '@recado/sdk'
import { Account } from '../account/credentials.ts'
import { Trouble, type Step } from '../account/trouble.ts'
import { connectImap, imapTrouble } from '../mailbox/imap.ts'
import { ownAddresses } from '../outbound/identity.ts'
import { tryOut } from '../outbound/smtp.ts'
import type { EmailConfig } from './config.ts'

type Result = { ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: Step }

/** Goes the whole way to both servers and stops at the first thing that is broken; nothing is read, changed or sent. */
export async function check(ctx: ConnectionContext<EmailConfig>): Promise<Result> {
  const [address = ctx.config.user] = ownAddresses(ctx.config)
  try {
    const account = new Account(ctx)
    await checkIncoming(account, ctx.config.folder)
    await tryOut(account, address, ctx.signal)
    return { ok: true, identity: address }
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    return { ok: false, step: error instanceof Trouble ? error.step : 'imap.connect', error }
  }
}

async function checkIncoming(account: Account, folder: string): Promise<void> {
  const client = await connectImap(account)
  try {
    await client.status(folder, { messages: true }).then((status) => {
      if (!status) throw imapTrouble(undefined, 'imap.folder')
    })
  } catch (error) {
    throw imapTrouble(error, 'imap.folder')
  } finally {
    await client.logout().catch(() => client.close())
  }
}
