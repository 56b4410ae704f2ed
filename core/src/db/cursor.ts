import { Refusal } from '@recado/contracts'

/** A position in a list ordered by (instant, id): the key of the last row that was shown. Opaque to clients. */
export interface Cursor {
  readonly at: string
  readonly id: string
}

const shape = /^((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{1,6}Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Whether there is such a second, as `2026-11-22T21:38:33`: PostgreSQL refuses a query with any other. */
export function isSecond(text: string): boolean {
  const date = new Date(`${text}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const writeCursor = (cursor: Cursor): string => Buffer.from(`${cursor.at}~${cursor.id}`).toString('base64url')

/** Refuses what this server did not write with ERR_VALIDATION. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const match = shape.exec(Buffer.from(text, 'base64url').toString())
  if (!match || !isSecond(match[2]!))
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'cursor', message: 'unknown position' }] })
  return { at: match[1]!, id: match[3]! }
}
