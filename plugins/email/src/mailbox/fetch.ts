import type { ImapFlow } from 'imapflow'
import { charsetOfHtml, decodeText, decodeTransfer, unflow } from '../letter/decode.ts'
import { maxHeadBytes, readHead, type Head } from '../letter/head.ts'
import { outlineOf, type Node, type Outline, type ReportLeaf, type TextLeaf } from '../letter/structure.ts'

/** A mail as far as it is read before its parts are: no file of it is in memory. */
export interface Mail { readonly uid: number; readonly head: Head; readonly outline: Outline; readonly size: number; readonly arrived: Date | null }

/** More of one text is not read; the whole stays with the server and can be fetched as a file. */
export const maxTextBytes = 1_048_576
const maxReportBytes = 65_536
const maxLeaves = 20

/** Header and structure of these mails, in the order of their uids. */
export async function fetchMails(client: ImapFlow, uids: readonly number[]): Promise<Mail[]> {
  const found = await client.fetchAll(uids.join(','), { uid: true, size: true, internalDate: true, bodyStructure: true, bodyParts: [{ key: 'header', start: 0, maxLength: maxHeadBytes }] }, { uid: true })
  const mails = await Promise.all(found.map(async (each): Promise<Mail> => {
    // Servers count whole seconds, too.
    const arrived = each.internalDate === undefined ? null : new Date(new Date(each.internalDate).getTime() + 999)
    return {
      uid: each.uid, size: each.size ?? 0, arrived: arrived && !Number.isNaN(arrived.getTime()) ? arrived : null,
      head: await readHead(each.headers ?? each.bodyParts?.get('header') ?? new Uint8Array()), outline: outlineOf(each.bodyStructure as Node | undefined),
    }
  }))
  return mails.toSorted((one, other) => one.uid - other.uid)
}

/** The texts of a mail by their part. `isCut` when there was more. */
export async function fetchTexts(client: ImapFlow, uid: number, leaves: readonly (TextLeaf | ReportLeaf)[]): Promise<ReadonlyMap<string, { text: string; isCut: boolean }>> {
  const wanted = leaves.slice(0, maxLeaves)
  const texts = new Map<string, { text: string; isCut: boolean }>()
  if (wanted.length === 0) return texts
  const limitOf = (leaf: TextLeaf | ReportLeaf): number => ('html' in leaf ? maxTextBytes : maxReportBytes)
  const message = await client.fetchOne(String(uid), { uid: true, bodyParts: wanted.map((leaf) => ({ key: leaf.part, start: 0, maxLength: limitOf(leaf) })) }, { uid: true })
  if (!message) return texts
  for (const leaf of wanted) {
    const bytes = message.bodyParts?.get(leaf.part)
    if (bytes) texts.set(leaf.part, { text: textOf(leaf, bytes.subarray(0, limitOf(leaf))), isCut: bytes.length >= limitOf(leaf) })
  }
  return texts
}

function textOf(leaf: TextLeaf | ReportLeaf, bytes: Uint8Array): string {
  const plain = decodeTransfer(bytes, leaf.encoding)
  if (!('html' in leaf)) return decodeText(plain, undefined)
  const text = decodeText(plain, leaf.charset ?? (leaf.html ? charsetOfHtml(plain) : undefined))
  return leaf.flowed && !leaf.html ? unflow(text, leaf.deletesSpace) : text
}
