import * as z from 'zod'

/** The two ends of a position in a list that is read page by page. */
export interface KeysetCursor<T> {
  /** The position as clients see it: opaque, and fit for an address. */
  write(position: T): string
  /**
   * For a route's `query`: parses the position again, or reports a broken rule for anything that {@link
   * KeysetCursor.write} did not write.
   */
  readonly read: z.ZodType<T, string>
}

const bytes = new TextEncoder()
const longest = 2_000

/**
 * A cursor for lists ordered by some columns: `position` is the schema of the last row's values of them, its id among
 * them.
 */
export function keysetCursor<T>(position: z.ZodType<T>): KeysetCursor<T> {
  return {
    write: (at) =>
      btoa(String.fromCodePoint(...bytes.encode(JSON.stringify(at))))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', ''),
    read: z
      .string()
      .max(longest)
      .transform((text, ctx) => {
        try {
          const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
          return position.parse(
            JSON.parse(
              new TextDecoder('utf-8', { fatal: true }).decode(
                Uint8Array.from(binary, (character) => character.codePointAt(0)!),
              ),
            ),
          )
        } catch {
          ctx.addIssue('Not a cursor of this list')
          return z.NEVER
        }
      }),
  }
}
