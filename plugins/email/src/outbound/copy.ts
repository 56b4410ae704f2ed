import type { ImapFlow } from 'imapflow'

/** Servers that keep a copy of what they send; a second one would only puzzle. */
const keepsItself = /(^|\.)(gmail|googlemail|outlook|office365|hotmail)\.com$/

/** Puts what was sent into the folder of sent mails, if the mailbox has one and does not do it itself. */
export async function keepCopy(client: ImapFlow, host: string, mail: Buffer): Promise<void> {
  if (keepsItself.test(host) || client.capabilities.has('X-GM-EXT-1')) return
  const sent = (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')
  if (sent) await client.append(sent.path, mail, ['\\Seen'])
}
