import { isUtf8 } from 'node:buffer'
import PostalMime, { addressParser, type Address } from 'postal-mime'
import { isAddress, normaliseAddress, type Person } from './address.ts'
import { decodeText } from './charset.ts'
import { inUtf8 } from './encoded-words.ts'

/** The header of a mail as far as it is of use. Everything may be missing. */
export interface Head {
  readonly messageId: string | undefined
  readonly inReplyTo: readonly string[]
  /** Oldest first. */
  readonly references: readonly string[]
  readonly from: Person | undefined
  readonly replyTo: readonly Person[]
  /** Authors that a mailing list names which has replaced `From`. */
  readonly originalAuthors: readonly Person[]
  readonly to: readonly Person[]
  readonly cc: readonly Person[]
  /** To and Cc together, at most as many as are worth looking at. */
  readonly recipients: readonly Person[]
  readonly subject: string
  readonly date: Date | null
  /** All values of a field, unfolded, topmost first. */
  all(name: string): readonly string[]
  /**
   * Values of a field above the first `Received`, topmost first: those that the last server added to the mail. None if
   * no server declares that it received the mail.
   */
  onTop(name: string): readonly string[]
}

/** More than this of one header is not read. */
export const maxHeadBytes = 262_144
const maxIds = 100
const maxPeople = 200
const maxSubject = 1_000
/** Of fields that should be there once. */
const maxFields = 5
/** Of a field with people, in characters. */
const maxField = 20_000

/** Reads a header, also one that was cut, that is not encoded as it should be, or that is none. Never throws. */
export async function readHead(bytes: Uint8Array): Promise<Head> {
  const read = bytes.subarray(0, maxHeadBytes)
  const text = decodeText(read, scriptOf(read)).split(/\r?\n\r?\n/, 1)[0]!
  const mail = await PostalMime.parse(`${inUtf8(text)}\r\n\r\n`).catch(() => undefined)
  const fields = new Map<string, string[]>()
  const received = mail?.headers.findIndex(({ key }) => key === 'received') ?? -1
  const onTop = mail?.headers.slice(0, Math.max(received, 0)) ?? []
  for (const { key, value } of mail?.headers ?? []) fields.set(key, [...(fields.get(key) ?? []), value])
  const all = (name: string): readonly string[] => fields.get(name) ?? []
  const [written] = all('date')
  return {
    all,
    onTop: (name) => onTop.filter(({ key }) => key === name).map(({ value }) => value),
    messageId: idsIn(all('message-id').join(' '))[0] ?? bareId(all('message-id')[0]),
    inReplyTo: idsIn(all('in-reply-to').join(' ')),
    references: idsIn(all('references').join(' ')),
    from: authorOf(all('from'), all('sender')),
    replyTo: people(mail?.replyTo),
    originalAuthors: peopleIn([...all('x-original-from'), ...all('x-original-sender')]),
    to: people(mail?.to),
    cc: people(mail?.cc),
    recipients: people([...(mail?.to ?? []), ...(mail?.cc ?? [])]),
    subject: clean(mail?.subject ?? '').slice(0, maxSubject),
    date: written === undefined ? null : dateOf(written),
  }
}

/**
 * Charset in which a header with bytes of its own is written, where the letter declares one of another script: programs
 * that do not encode their header write it like the letter. Undefined for UTF-8, and for Latin scripts, which are
 * guessed from the bytes.
 */
function scriptOf(bytes: Uint8Array): string | undefined {
  const charset = /^content-type[ \t]*:[^:]{0,300}?charset[ \t]*=[ \t]*"?([\w-]{1,40})/im.exec(
    Buffer.from(bytes).toString('latin1'),
  )?.[1]
  return charset && !isUtf8(bytes) && /^(?:gb|big5|shift|sjis|euc|ks_c|koi8|windows-1251|cp1251)/i.test(charset)
    ? charset
    : undefined
}

/** Message-IDs in a text, without their brackets. */
export const idsIn = (text: string): string[] =>
  [...text.matchAll(/<([^<>\s]{1,480})>/g)].slice(-maxIds).map((match) => match[1]!)
const bareId = (value: string | undefined): string | undefined => /^[^<>\s]{3,480}$/.exec(value?.trim() ?? '')?.[0]

const clean = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()

/**
 * The author by the fields `From` and `Sender`. Of several `From` fields, which no mail should have (RFC 5322, section
 * 3.6), none is the author's for certain: then the sender counts, else the first one with an address.
 */
function authorOf(from: readonly string[], sender: readonly string[]): Person | undefined {
  const [author] = peopleIn(from)
  const [sent] = peopleIn(sender)
  return from.length > 1 ? (sent ?? author) : (author ?? sent)
}

const peopleIn = (fields: readonly string[]): Person[] => fields.slice(0, maxFields).flatMap(peopleOf)

/** Addresses that programs copied from a link: "Ana [mailto:ana@x.test]". */
const linked = /[<[]\s*mailto:([^\s<>[\]?]{3,254})[^<>[\]]{0,200}[>\]]/gi
/** Something that can only be an address. */
const bare = /[^\s<>"',;:()[\]]{1,64}@[^\s<>"',;:()[\]]{3,190}/g

/**
 * The people of a field; of one that is not well formed, as by a quote that never ends, those whose address is in it.
 */
function peopleOf(field: string): Person[] {
  const written = field.slice(0, maxField).replace(linked, '<$1>').replaceAll('\uff20', '@')
  const found = people(addressParser(written))
  return found.length > 0 ? found : people([...written.matchAll(bare)].map(([address]) => ({ name: '', address })))
}

const people = (addresses: readonly Address[] = []): Person[] =>
  addresses
    .slice(0, maxPeople)
    .flatMap((each) => each.group ?? [each])
    .slice(0, maxPeople)
    .flatMap(({ name, address }) => {
      const normal = normaliseAddress(address)
      return isAddress(normal)
        ? [
            {
              name: clean(name)
                .replace(/^["']+|["']+$/g, '')
                .slice(0, 200),
              address: normal,
            },
          ]
        : []
    })

/**
 * Mails count whole seconds. The end of one is meant, or what was asked and answered within it would change places.
 * Comments such as `(BRT)` are no part of a date that Date.parse would understand everywhere.
 */
function dateOf(written: string): Date | null {
  const time = Date.parse(written.replace(/\([^()]*\)/g, ' ').trim())
  return Number.isNaN(time) ? null : new Date(time + 999)
}
