import { maxFileBytes, maxParts, maxTotalBytes } from '../../messages/limits.ts'
import type { PartDraft, QuickMessagePart } from '../../messages/quick-message.ts'

/** A file that the message has already; it is named to the server by its part. */
export interface KeptFile {
  readonly partId: string
  readonly name: string
  readonly size: number
}
/** A part while it is edited. `key` stays with it wherever it is moved. */
export interface PartInput {
  readonly key: number
  readonly text: string
  readonly file: File | KeptFile | null
}

export const newPart = (parts: readonly PartInput[]): PartInput => ({
  key: 1 + Math.max(0, ...parts.map(({ key }) => key)),
  text: '',
  file: null,
})

export const inputsOf = (parts: readonly QuickMessagePart[]): PartInput[] =>
  parts.map(({ id, text, file }, key) => ({
    key,
    text,
    file: file && { partId: id, name: file.name, size: file.bytes },
  }))

/** The part at `from` is at `to` afterwards. */
export function moved(parts: readonly PartInput[], from: number, to: number): PartInput[] {
  const next = [...parts]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Mistakes in a part, or in all of them together, by the limits of the server. */
export type PartProblem = 'empty' | 'large' | 'total'
export function problemsOf(parts: readonly PartInput[]): Map<number, PartProblem> {
  const problems = new Map<number, PartProblem>()
  let total = 0
  for (const { key, text, file } of parts) {
    total += file?.size ?? 0
    if (text.trim() === '' && file === null) problems.set(key, 'empty')
    else if (file && file.size > maxFileBytes) problems.set(key, 'large')
    else if (file && total > maxTotalBytes) problems.set(key, 'total')
  }
  return problems
}
export const isFull = (parts: readonly PartInput[]): boolean => parts.length >= maxParts

/** Request: the parts, and the files in the order in which the parts name them. */
export function draftOf(parts: readonly PartInput[]): { parts: PartDraft[]; files: File[] } {
  const files: File[] = []
  return {
    files,
    parts: parts.map(({ text, file }) => ({
      text,
      file: file === null ? null : file instanceof File ? { upload: files.push(file) - 1 } : { keep: file.partId },
    })),
  }
}
