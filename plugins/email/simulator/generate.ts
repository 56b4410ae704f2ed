import { createHash } from 'node:crypto'
import type { Account } from './account.ts'
import { writeLetter } from './letters.ts'

/**
 * Fills a mailbox with mails that are made when they are asked for, so that the stand-in stays small however many there
 * are. Each is of another person, a few kilobytes, every tenth with HTML and every hundredth with a file.
 */
export function fillMailbox(
  account: Account,
  count: number,
  { from = new Date(Date.now() - count * 60_000), everyMs = 60_000 }: { from?: Date; everyMs?: number } = {},
): void {
  for (let index = 0; index < count; index++) {
    const date = new Date(from.getTime() + index * everyMs)
    const make = (): string => mailOf(account.address, index, date)
    account.mailbox.inbox.add(make, { arrived: date, size: 3_000 })
  }
}

const filler = 'O pedido chegou bem, mas a nota fiscal veio com o endereço antigo. Podem corrigir e enviar outra? '

function mailOf(to: string, index: number, date: Date): string {
  const text = `Mensagem ${index}\n\n${filler.repeat(8)}\n\n> ${filler}\n> ${filler}`
  return writeLetter({
    from: `Cliente ${index} <cliente${index}@generated.test>`,
    to,
    subject: `Pedido ${index}`,
    text,
    date,
    messageId: `generated-${index}@generated.test`,
    ...(index % 10 === 0 && {
      html: `<p>Mensagem ${index}</p><p>${filler.repeat(8)}</p><blockquote type="cite">${filler}</blockquote>`,
    }),
    ...(index % 100 === 0 && {
      files: [{ name: `nota-${index}.pdf`, mime: 'application/pdf', bytes: Buffer.from(`%PDF-1.4\n${filler}`) }],
    }),
  }).raw
}

/** A mail with one file of so many bytes, which are the same at every call. */
export function largeMail(to: string, bytes = 25_000_000, from = 'Ana Grande <ana.grande@generated.test>'): string {
  const block = createHash('sha512').update('large mail').digest()
  return writeLetter({
    from,
    to,
    subject: 'Arquivo grande',
    text: 'Segue o arquivo.',
    files: [{ name: 'video.bin', mime: 'application/octet-stream', bytes: Buffer.alloc(bytes, block) }],
  }).raw
}
