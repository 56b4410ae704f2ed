/** Location of a mail's file: enough to find it again when the mailbox has a new validity. */
export interface FileReference {
  readonly validity: string
  readonly uid: number
  readonly part: string
  readonly messageId: string
}

/** The part that stands for the mail as a whole; IMAP counts its parts from one. */
export const wholeMail = '0'

export const writeReference = ({ validity, uid, part, messageId }: FileReference): string =>
  `${validity}/${uid}/${part}/${messageId}`

/** Undefined for what is no reference of ours. */
export function readReference(ref: string): FileReference | undefined {
  const [, validity, uid, part, messageId] = /^(\d{1,20})\/(\d{1,10})\/([\d.]{1,100})\/(.*)$/s.exec(ref) ?? []
  return validity === undefined ? undefined : { validity, uid: Number(uid), part: part!, messageId: messageId! }
}
