import { mailFileName, type FileLeaf } from '../letter/structure.ts'
import { wholeMail } from './reference.ts'

/** A mail as a file, for one that cannot be shown otherwise. It stays with the server like every other file. */
export const wholeFile = (subject: string, size: number): FileLeaf => ({
  part: wholeMail,
  mime: 'message/rfc822',
  name: mailFileName(subject),
  size,
  encoding: undefined,
  id: undefined,
  isInline: false,
})
