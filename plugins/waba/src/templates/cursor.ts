import * as z from 'zod'

const Position = z.tuple([z.string().max(512), z.string().max(20), z.uuid()])

/** A place in the list: name, language and id of the last row that was shown. */
export interface Cursor {
  readonly name: string
  readonly language: string
  readonly id: string
}

/** Names and languages are plain ASCII of the provider; any other name of a draft is kept too. */
export const encodeCursor = ({ name, language, id }: Cursor): string =>
  Buffer.from(JSON.stringify([name, language, id])).toString('base64url')

/** Undefined for anything this did not write. */
export function decodeCursor(text: string): Cursor | undefined {
  try {
    const [name, language, id] = Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { name, language, id }
  } catch {
    return undefined
  }
}
