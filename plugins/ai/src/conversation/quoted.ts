import { visible } from '../privacy/visible.ts'

/** Marks between which data stands. */
const marks = /<\/?(?:conversation|articles|tags)\b[^>]*>/gi
const breaks = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g

/** A text as data among other data: as people see it, and without marks that would end the data around it. */
export const quoted = (text: string): string => visible(text).replace(marks, '')

/** The same of what one person said: further lines stand indented, so that nobody writes one of somebody else's. */
export const quotedLine = (text: string): string => quoted(text).replace(breaks, '\n  ')
