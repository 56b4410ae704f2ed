import * as z from 'zod'

const line = (length: number) => z.string().trim().min(1).max(length)
const cell = z.string().max(500)

/** Most bytes of the files of a {@link UserLetter} together. */
export const mostLetterBytes = 5 * 1_048_576

/** A table of a {@link UserLetter}: every row has as many cells as the heading. */
export const LetterTable = z
  .strictObject({
    title: line(200),
    heading: z.array(cell).min(1).max(12),
    rows: z.array(z.array(cell)).max(200),
  })
  .refine(({ heading, rows }) => rows.every((row) => row.length === heading.length), {
    path: ['rows'],
    error: 'as many cells as the heading has',
  })
/** See {@link LetterTable}. */
export type LetterTable = z.infer<typeof LetterTable>

/**
 * An e-mail of the installation to a user of the company, in plain words: no markup is taken from it. `page`: a page of
 * the shell that its button opens, as `/relatorios`.
 */
export const UserLetter = z.strictObject({
  subject: line(200),
  lines: z.array(line(1_000)).max(20),
  tables: z.array(LetterTable).max(12).default([]),
  button: z.strictObject({
    text: line(80),
    page: z
      .string()
      .regex(/^\/(?!\/)[^\s]*$/)
      .max(500),
  }),
  foot: line(500),
  files: z
    .array(
      z.strictObject({
        name: line(120).regex(/^[^/\\\r\n"]+$/),
        type: line(120).regex(/^[\w.+-]+\/[\w.+-]+(; charset=utf-8)?$/),
        content: z.instanceof(Uint8Array),
      }),
    )
    .max(4)
    .default([])
    .refine((files) => files.reduce((sum, { content }) => sum + content.byteLength, 0) <= mostLetterBytes, {
      error: `${mostLetterBytes} bytes at most`,
    }),
})
/** As it is given; see {@link UserLetter}. */
export type UserLetter = z.input<typeof UserLetter>
