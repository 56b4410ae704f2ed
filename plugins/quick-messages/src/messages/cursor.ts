import * as z from 'zod'

const Position = z.tuple([z.string(), z.uuid()])

/** A place in the list: the folded key and the id of the last row that was shown. */
export interface Cursor { readonly key: string; readonly id: string }

const bytes = new TextEncoder()
export const encodeCursor = ({ key, id }: Cursor): string => btoa(String.fromCodePoint(...bytes.encode(JSON.stringify([key, id])))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Undefined for anything this did not write. */
export function decodeCursor(text: string): Cursor | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const [key, id] = Position.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (character) => character.codePointAt(0)!))))
    return { key, id }
  } catch {
    return undefined
  }
}
