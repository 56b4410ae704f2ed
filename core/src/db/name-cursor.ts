import { Refusal } from '@recado/contracts'
import * as z from 'zod'

/** A position in a list ordered by (name, id). Opaque to clients. */
export interface NameCursor { readonly name: string; readonly id: string }
const Position = z.tuple([z.string().refine((name) => !name.includes('\0')), z.uuid()])

export const writeNameCursor = ({ name, id }: NameCursor): string => Buffer.from(JSON.stringify([name, id])).toString('base64url')

/** Refuses what this server did not write with ERR_VALIDATION. */
export function readNameCursor(text: string | undefined): NameCursor | undefined {
  if (text === undefined) return undefined
  try {
    const [name, id] = Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { name, id }
  } catch (cause) {
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'query.cursor', message: 'unknown position' }] }, { cause })
  }
}
