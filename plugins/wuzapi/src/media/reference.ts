import * as z from 'zod'

/** Kinds of files, by the keys that open them; the gateway has a call for each, and stickers are pictures. */
export const fileTypes = ['image', 'video', 'audio', 'document'] as const
export type FileType = (typeof fileTypes)[number]

const base64 = z
  .string()
  .regex(/^[A-Za-z0-9+/]+={0,2}$/)
  .max(64)

/** What the gateway wants for fetching a file: where it lies encrypted, and what opens it. */
const Reference = z.object({
  t: z.enum(fileTypes),
  u: z.string().max(1_200).optional(),
  p: z.string().max(800).optional(),
  k: base64,
  s: base64.optional(),
  e: base64.optional(),
  l: z.int().nonnegative().optional(),
  m: z.string().max(100).optional(),
})
export type FileReference = z.output<typeof Reference>

const longest = 2_000

/** The reference that core keeps for a file; undefined where it cannot be fetched. */
export function refOf(reference: { readonly [K in keyof FileReference]: FileReference[K] | undefined }) {
  const read = Reference.safeParse(reference)
  if (!read.success || (!read.data.u && !read.data.p)) return undefined
  const text = JSON.stringify(read.data)
  return text.length <= longest ? text : undefined
}

/** Undefined for what is no reference of ours. */
export function readRef(text: string): FileReference | undefined {
  try {
    return Reference.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
