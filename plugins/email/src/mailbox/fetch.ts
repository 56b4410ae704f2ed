import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { decodeText } from '../letter/charset.ts'
import { charsetOfHtml, decodeTransfer, unflow } from '../letter/decode.ts'
import { maxHeadBytes, readHead, type Head } from '../letter/head.ts'
import { outlineOf, type Node, type Outline, type ReportLeaf, type TextLeaf } from '../letter/structure.ts'
import { isUtf16, restoreUtf16 } from '../letter/utf16.ts'
import { textWithin } from '../letter/whole.ts'
import { assertConnected } from './imap.ts'
import { wholeFile } from './whole-file.ts'

/**
 * A mail as far as it is read before its parts are: no file of it is in memory. `text` is set if its structure cannot
 * be determined: the text found in its bytes.
 */
export interface Mail {
  readonly uid: number
  readonly head: Head
  readonly outline: Outline
  readonly size: number
  readonly arrived: Date | null
  readonly text?: string
}

/** More of one text is not read; the whole stays with the server and can be fetched as a file. */
export const maxTextBytes = 1_048_576
/** Nor of all texts of a mail: HTML is made safe in one go, and a mail can have twenty of them. */
const maxTextsBytes = 2 * maxTextBytes
const maxReportBytes = 65_536
const maxLeaves = 20

/**
 * Header and structure of these mails, in the order of their uids.
 * @throws Trouble when the connection ended before all were read
 */
export async function fetchMails(client: ImapFlow, uids: readonly number[]): Promise<Mail[]> {
  const found = await client.fetchAll(
    uids.join(','),
    {
      uid: true,
      size: true,
      internalDate: true,
      bodyStructure: true,
      bodyParts: [{ key: 'header', start: 0, maxLength: maxHeadBytes }],
    },
    { uid: true },
  )
  const described = new Set(found.filter(({ bodyStructure }) => bodyStructure !== undefined).map(({ uid }) => uid))
  const mails = await Promise.all(
    found.map(async (each): Promise<Mail> => ({
      uid: each.uid,
      size: each.size ?? 0,
      arrived: arrivalOf(each),
      head: await readHead(each.headers ?? each.bodyParts?.get('header') ?? new Uint8Array()),
      outline: outlineOf(each.bodyStructure as Node | undefined),
    })),
  )
  const told = new Map(mails.map((mail) => [mail.uid, mail]))
  const complete = await Promise.all(
    uids.map(async (uid): Promise<Mail | undefined> => {
      const mail = told.get(uid)
      if (mail && described.has(uid) && !isHollow(mail.outline) && !isUndivided(mail)) return mail
      const found = await untold(client, uid)
      return mail && found?.text === undefined ? mail : found
    }),
  )
  return complete.filter((mail) => mail !== undefined).toSorted((one, other) => one.uid - other.uid)
}

/** Servers find no parts in a mail without its declared boundaries. */
const isHollow = ({ type, pieces, files, reports }: Outline): boolean =>
  type.startsWith('multipart/') &&
  files.length + reports.length === 0 &&
  pieces.every(({ html, plain }) => (html?.size ?? 0) + (plain?.size ?? 0) === 0)

/** A server that does not understand the declared boundaries describes the whole as one text without a charset. */
function isUndivided({ head, outline: { type, pieces, files } }: Mail): boolean {
  const [only] = pieces
  const isOneText = type === 'text/plain' && pieces.length === 1 && files.length === 0
  const isDeclared = /^multipart\//i.test(head.all('content-type')[0]?.trim() ?? '')
  return isDeclared && isOneText && /^(us-ascii)?$/i.test(only?.plain?.charset ?? '')
}

/**
 * A mail of whose structure nothing came back: the library leaves out what is nested deeper than it looks. Undefined
 * when the mail itself is gone.
 */
async function untold(client: ImapFlow, uid: number): Promise<Mail | undefined> {
  const found = await client.fetchOne(
    String(uid),
    { uid: true, size: true, internalDate: true, source: { start: 0, maxLength: maxTextBytes } },
    { uid: true },
  )
  if (!found || !found.source) {
    assertConnected(client)
    return undefined
  }
  const text = await textWithin(found.source)
  const head = await readHead(found.source)
  const whole = wholeFile(head.subject, found.size ?? 0)
  return {
    uid,
    size: whole.size,
    arrived: arrivalOf(found),
    head,
    outline: { type: whole.mime, pieces: [], files: [whole], reports: [] },
    ...(text !== undefined && { text }),
  }
}

/** Servers count whole seconds, too: the end of one is meant. */
function arrivalOf({ internalDate }: Pick<FetchMessageObject, 'internalDate'>): Date | null {
  const arrived = internalDate === undefined ? null : new Date(new Date(internalDate).getTime() + 999)
  return arrived && !Number.isNaN(arrived.getTime()) ? arrived : null
}

/**
 * The texts of a mail by their part. `isCut` when there was more.
 * @throws Trouble when the connection ended before all were read
 */
export async function fetchTexts(
  client: ImapFlow,
  uid: number,
  leaves: readonly (TextLeaf | ReportLeaf)[],
): Promise<ReadonlyMap<string, { text: string; isCut: boolean }>> {
  const wanted = leaves.slice(0, maxLeaves)
  const texts = new Map<string, { text: string; isCut: boolean }>()
  if (wanted.length === 0) return texts
  const limitOf = (leaf: TextLeaf | ReportLeaf): number => ('html' in leaf ? maxTextBytes : maxReportBytes)
  const message = await client.fetchOne(
    String(uid),
    { uid: true, bodyParts: wanted.map((leaf) => ({ key: leaf.part, start: 0, maxLength: limitOf(leaf) })) },
    { uid: true },
  )
  if (!message || wanted.some((leaf) => !message.bodyParts?.has(leaf.part))) assertConnected(client)
  if (!message) return texts
  let left = maxTextsBytes
  for (const leaf of wanted) {
    const bytes = message.bodyParts?.get(leaf.part)
    if (!bytes) continue
    const limit = Math.min(limitOf(leaf), left)
    const read = bytes.subarray(0, limit)
    left -= read.length
    texts.set(leaf.part, { text: textOf(leaf, read), isCut: bytes.length >= limit })
  }
  return texts
}

function textOf(leaf: TextLeaf | ReportLeaf, bytes: Uint8Array): string {
  const plain = decodeTransfer(bytes, leaf.encoding)
  if (!('html' in leaf)) return decodeText(plain, undefined)
  const charset = leaf.charset ?? (leaf.html ? charsetOfHtml(plain) : undefined)
  const isEncoded = /^(base64|quoted-printable)$/i.test(leaf.encoding ?? '')
  const text = decodeText(isUtf16(charset) && !isEncoded ? restoreUtf16(plain) : plain, charset)
  return leaf.flowed && !leaf.html ? unflow(text, leaf.deletesSpace) : text
}
