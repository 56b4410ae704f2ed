import { randomBytes } from 'node:crypto'
import { getBinaryNodeChild, getBinaryNodeChildren, type BinaryNode } from 'baileys'
import { server } from './jid.ts'

type Content = BinaryNode['content']

export const node = (tag: string, attrs: Record<string, string> = {}, content?: Content): BinaryNode => ({
  tag,
  attrs,
  ...(content !== undefined && { content }),
})
export const child = (of: BinaryNode | undefined, tag: string): BinaryNode | undefined => getBinaryNodeChild(of, tag)
export const children = (of: BinaryNode | undefined, tag: string): BinaryNode[] => getBinaryNodeChildren(of, tag)
export const attribute = (of: BinaryNode | undefined, name: string): string => of?.attrs[name] ?? ''

export const newId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
export const seconds = (at: Date = new Date()): string => String(Math.floor(at.getTime() / 1_000))

/** The bytes of a stanza's content, however the decoder gave them. */
export const bytesIn = (of: BinaryNode | undefined): Uint8Array =>
  of?.content instanceof Uint8Array ? of.content : Buffer.from(typeof of?.content === 'string' ? of.content : '')

/** The answer to a query. */
export const resultOf = (query: BinaryNode, content?: Content): BinaryNode =>
  node('iq', { from: query.attrs['to'] ?? server, type: 'result', id: attribute(query, 'id') }, content)
export const errorOf = (query: BinaryNode, code: number, text: string): BinaryNode =>
  node('iq', { from: query.attrs['to'] ?? server, type: 'error', id: attribute(query, 'id') }, [
    node('error', { code: String(code), text }),
  ])
