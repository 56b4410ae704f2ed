import type { ImapFlow } from 'imapflow'
import { decodeText } from '../letter/charset.ts'
import { fileName, type FileLeaf } from '../letter/structure.ts'

/** Replacement character in a name for bytes that are no UTF-8. */
const lost = '\ufffd'
const maxAsked = 20
const written = /\b(?:file)?name\s*=\s*(?:"((?:[^"\\\r\n]|\\.){1,300})"|([^\s;]{1,300}))/i

/**
 * The same files with their names. Old programs write names as bytes of their own charset, which no server can pass on
 * in its description of a mail: those are read from the head of their part.
 */
export async function withNames(
  client: ImapFlow,
  uid: number,
  files: readonly FileLeaf[],
): Promise<readonly FileLeaf[]> {
  const torn = files.filter(({ name }) => name?.includes(lost) === true).slice(0, maxAsked)
  if (torn.length === 0) return files
  const found = await client.fetchOne(
    String(uid),
    { uid: true, bodyParts: torn.map(({ part }) => ({ key: `${part}.mime`, start: 0, maxLength: 4_096 })) },
    { uid: true },
  )
  return files.map((file) => {
    const head = torn.includes(file) && found ? found.bodyParts?.get(`${file.part}.mime`) : undefined
    const [, quoted, bare] = written.exec(head ? decodeText(head, undefined) : '') ?? []
    const name = fileName(quoted?.replace(/\\(.)/g, '$1') ?? bare)
    return name === undefined ? file : { ...file, name }
  })
}
